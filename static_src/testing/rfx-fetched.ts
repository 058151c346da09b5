/**
 * Imports the lazy modules of the RFx page in advance: on a busy machine compiling them takes longer than a test waits for
 * their content.
 */
import "../features/rfx/detail/answering/blocker-summary";
import "../features/rfx/detail/answering/conflict-note";
import "../features/rfx/detail/moves/make-file";
import "../features/rfx/detail/messages-tab";
import "../features/rfx/detail/moves/move-modals";
import "../features/rfx/detail/moves/tool-menus";
import "../domain/schedules/schedule-line";
import "../features/rfx/detail/review/review";
import "../features/rfx/scoring/scoring-tab";
import "../features/rfx/detail/report-opened";
import "../features/rfx/detail/answering/unsent-notice";
import "../ui/modal-dialog";
import "../ui/rich-editor-view";
