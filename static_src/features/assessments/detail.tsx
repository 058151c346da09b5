import { useState } from "react";
import { useIdle } from "../../lib/browser/use-idle";
import { useLoaded } from "../../lib/browser/use-loaded";
import { toasts } from "../../lib/toasts";
import { StatusBadge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { Crumbs, PageHeader } from "../../ui/page-header";
import { Skeleton } from "../../ui/skeleton";
import { Tabs } from "../../ui/tabs";
import { Tooltip } from "../../ui/tooltip";
import { AssessmentSidebar } from "./sidebar";
import type { SurveyKind } from "./survey-request-modal";
import { SurveysTab } from "./surveys-tab";
import type { Assessment } from "./types";
import { type OpenAssessment, useAssessment } from "./use-assessment";
import "./assessments.scss";

const loadScoring = () => import("./scoring-tab");
const loadModals = () => import("./assessment-modals");

type ModalName = "close" | "deadline" | "repeat" | SurveyKind | null;

/** Screen /assessment/{id}: one assessment (specification, section 2, Assessments). */
export default function AssessmentDetail({ assessment: loaded }: { assessment: Assessment }) {
  const open = useAssessment(loaded);
  const { assessment, busy } = open;
  const [openModal, setOpenModal] = useState<ModalName>(null);
  const modals = useLoaded(loadModals, useIdle());
  const isCompleted = assessment.status === "COMPLETED";
  const modalProps = (modal: ModalName) => ({
    open,
    show: openModal === modal,
    onClose: () => setOpenModal(null),
  });
  return (
    <>
      <PageHeader
        above={
          <Crumbs items={[{ label: "Assessments", href: "/assessment" }, { label: assessment.title }]} />
        }
        title={assessment.title}
        badges={<StatusBadge info={assessment.statusInfo} />}
        actions={
          <>
            <Button
              icon="pdf"
              onClick={() => open.download()}
              busy={busy === "report"}
              busyText="Preparing report..."
            >
              Download Report (PDF)
            </Button>
            {assessment.type === "PERFORMANCE" && <SupplierReportButton open={open} />}
            {assessment.mayManage && (
              <Button icon="refresh" disabled={!modals} onClick={() => setOpenModal("repeat")}>
                Repeat...
              </Button>
            )}
            {assessment.mayManage && (
              <Button
                variant={isCompleted ? "default" : "primary"}
                icon="completed"
                disabled={isCompleted || busy !== null || !modals}
                onClick={() => setOpenModal("close")}
              >
                Close Assessment
              </Button>
            )}
          </>
        }
      />
      <FailureAlert error={open.offlineError} />
      <div className="with-sidebar facts-first">
        <div>
          <Tabs
            label="Assessment"
            tabs={[
              {
                key: "rfxs",
                label: "RFIs & Surveys",
                content: () => <SurveysTab open={open} onAskMore={setOpenModal} />,
              },
              {
                key: "scoring",
                label: "Scoring & Reports",
                content: () => <LazyScoring open={open} />,
              },
            ]}
          />
        </div>
        <aside aria-label="About this assessment">
          <AssessmentSidebar assessment={assessment} onDeadline={() => setOpenModal("deadline")} />
        </aside>
      </div>
      {modals && (
        <>
          <modals.CloseModal {...modalProps("close")} />
          <modals.AssessmentDeadlineModal {...modalProps("deadline")} />
          <modals.RepeatAssessment {...modalProps("repeat")} />
          {(["internal", "self"] as const).map((kind) => (
            <modals.SurveyRequestModal key={kind} kind={kind} {...modalProps(kind)} />
          ))}
        </>
      )}
    </>
  );
}

/** Downloads the report without names; without enough respondents it explains why there is none. */
function SupplierReportButton({ open: { assessment, busy, download } }: { open: OpenAssessment }) {
  const refusal = assessment.supplierReportRefusal;
  const button = (
    <Button
      className="supplier-report"
      icon="pdf"
      busy={busy === "supplierReport"}
      busyText="Preparing report..."
      aria-disabled={refusal ? true : undefined}
      onClick={() => (refusal ? toasts.error(refusal) : download("SUPPLIER"))}
    >
      Download for the supplier
    </Button>
  );
  return refusal ? (
    <Tooltip text={refusal} below align="end">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

function LazyScoring({ open }: { open: OpenAssessment }) {
  const module = useLoaded(loadScoring);
  return module ? <module.ScoringTab assessment={open.assessment} /> : <Skeleton lines={8} long />;
}
