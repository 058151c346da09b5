/**
 * What the page of an RFx fetches only when it is asked for, for tests to import: a busy machine takes longer to make it
 * than a test waits for what it shows.
 */
import "../features/rfx/detail/answering/blocker-summary";
import "../features/rfx/detail/answering/conflict-note";
import "../features/rfx/detail/moves/make-file";
import "../features/rfx/detail/messages-tab";
import "../features/rfx/detail/moves/move-modals";
import "../features/rfx/detail/review/review";
import "../features/rfx/scoring/scoring-tab";
import "../features/rfx/detail/tell-opened";
import "../features/rfx/detail/answering/unsent-notice";
import "../ui/modal-dialog";
import "../ui/rich-editor-view";
