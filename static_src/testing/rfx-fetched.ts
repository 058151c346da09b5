/**
 * What the page of an RFx fetches only when it is asked for, for tests to import: a busy machine takes longer to make it
 * than a test waits for what it shows.
 */
import "../features/rfx/blocker-summary";
import "../features/rfx/conflict-note";
import "../features/rfx/make-file";
import "../features/rfx/messages-tab";
import "../features/rfx/move-modals";
import "../features/rfx/review";
import "../features/rfx/scoring-tab";
import "../features/rfx/tell-opened";
import "../features/rfx/unsent-notice";
import "../ui/modal-dialog";
import "../ui/rich-editor-view";
