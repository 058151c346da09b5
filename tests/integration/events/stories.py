"""Sentences in the log of an organisation, by story and event type."""

RFX = "[#{rfx} Supplier questions]"
AWARDED = "[Supplier qualification 2027]"
STORIES: dict[str, dict[str, str]] = {
    "relationship": {
        "relationship.created": "[Ann Buyer] added [Calder Coatings] to the network as Evaluation",
        "relationship.levelChanged": "[Ann Buyer] moved [Calder Coatings] from Evaluation to Approved",
        "relationship.tagsChanged": "[Ann Buyer] changed the tags of [Calder Coatings]: added coating",
        "relationship.notesChanged": "[Ann Buyer] changed the notes on [Calder Coatings]: “On time.”",
        "relationship.customFieldsChanged": "[Ann Buyer] changed the custom fields of [Calder Coatings]: Risk",
        "user.viewed.organisation": "[Ann Buyer] viewed [Calder Coatings]",
        "organisation.updated": "[Ann Buyer] changed the details of [Brightwater]",
    },
    "people": {
        "user.invited": "[Ann Buyer] invited [Nia New]",
        "user.accepted": "[Nia Newman] accepted the invitation for [Brightwater]",
        "user.updated": "[Ann Buyer] changed the details of [Cora Colleague]",
        "user.suspended": "[Ann Buyer] suspended [Cora Colleague]",
        "user.reactivated": "[Ann Buyer] reactivated [Cora Colleague]",
        "user.viewed.user": "[Ann Buyer] viewed [Cora Colleague]",
    },
    "sign-in": {
        "user.login": "[Ann Buyer] signed in",
        "user.logout": "[Ann Buyer] signed out",
        "user.calendarFeedCreated": "[Ann Buyer] created a calendar link",
        "user.calendarFeedRemoved": "[Ann Buyer] turned the calendar link off",
        "user.passwordReset.requested": "[Ann Buyer] requested a new password",
        "user.passwordReset.visited": "[Ann Buyer] opened a password-reset link",
        "user.passwordReset.completed": "[Ann Buyer] chose a new password",
    },
    "writing": {
        "message.sent": "[Ann Buyer] sent a message in [Prices]",
        "ncr.created": "[Ann Buyer] raised [Burrs on bore]",
        "ncr.updated": "[Ann Buyer] changed [Burrs on two bores]",
        "ncr.statusChanged": "[Ann Buyer] marked [Burrs on two bores] as In Progress",
        "ncr.resolutionRequested": "[Sam Supplier] requested sign-off for [Burrs on two bores]",
        "form.published": "[Ann Buyer] published the form [Questions]",
    },
    "rfx": {
        "rfx.sent": f"[Ann Buyer] sent {RFX} to [Calder Coatings]",
        "rfx.opened": f"[Sam Supplier] opened {RFX}",
        "rfx.started": f"[Sam Supplier] started to answer {RFX}",
        "rfx.submitted": f"[Sam Supplier] submitted {RFX}",
        "rfx.declined": f"[Sam Supplier] declined {RFX}",
        "rfx.reopened": f"[Ann Buyer] reopened {RFX}",
        "rfx.withdrawn": f"[Ann Buyer] withdrew {RFX}",
        "rfx.reminded": f"[Ann Buyer] sent a reminder of {RFX}",
        "rfx.deadlineChanged": f"[Ann Buyer] changed the deadline of {RFX}",
        "rfx.expired": f"{RFX} expired",
        "task.created": f"[Ann Buyer] raised the follow-up “Label of company_name” on {RFX}",
        "task.answered": f"[Sam Supplier] answered the follow-up “Label of company_name” on {RFX}",
        "task.closed": f"[Ann Buyer] closed the follow-up “Label of company_name” on {RFX}",
    },
    "moving": {
        "rfx.movedToRevision": f"[Ann Buyer] moved {RFX} to revision 2 of “Qualification”",
    },
    "requests": {
        "rfxRequest.created": "[Ann Buyer] sent the request [Supplier check] to 1 supplier",
        "rfxRequest.scheduled": "[Ann Buyer] scheduled the request [Next check] to 1 supplier",
        "rfxRequest.cancelled": "[Ann Buyer] cancelled the scheduled request [Next check]",
        "rfxRequest.ratesChanged": "[Ann Buyer] changed the exchange rates of [Plain check]",
        "rfxRequest.directionChanged": "[Ann Buyer] chose “Lower is better” for “Label of price” in [Plain check]",
        "rfxRequest.noteAdded": "[Ann Buyer] added a note on [#{rfx} Plain check] in [Plain check]",
        "rfxRequest.noteDeleted": "[Ann Buyer] deleted a note on [#{rfx} Plain check] in [Plain check]",
        "bulk.finished": "[Ann Buyer] ran “Change the deadline”: 1 row changed",
        "bulk.undone": "[Ann Buyer] undid “Change the deadline” for 1 row",
        "rfxRequest.sealOpened": "The answers to [Supplier check] were unsealed at the deadline",
    },
    "awards": {
        "organisation.awardApprovalChanged": "[Ann Buyer] switched on the approval of awards for [Brightwater]",
        "rfxAward.drafted": f"[Ann Buyer] drafted the award of {AWARDED}",
        "rfxAward.changed": f"[Ann Buyer] changed the award of {AWARDED}",
        "rfxAward.submitted": f"[Ann Buyer] asked Grace Approver to approve the award of {AWARDED}",
        "rfxAward.sentBack": f"[Grace Approver] sent back the award of {AWARDED}: “Name the price.”",
        "rfxAward.recalled": f"[Ann Buyer] took back the award of {AWARDED} to change it",
        "rfxAward.cancelled": f"[Ann Buyer] cancelled the award of {AWARDED}",
        "rfxAward.approved": f"[Grace Approver] approved the award of {AWARDED}",
        "rfxAward.wordingChanged": f"[Ann Buyer] changed the standard letters of the award of {AWARDED}",
        "rfxAward.letterChanged": f"[Ann Buyer] changed the letter to Supplier B about {AWARDED}",
        "rfxAward.sent": f"[Ann Buyer] awarded {AWARDED} and sent letters to 2 suppliers",
        "rfxAward.letterSent": f"[Ann Buyer] sent the letter to Supplier C about {AWARDED}",
        "rfx.awarded": "[Ann Buyer] awarded [#{first} Supplier qualification 2027] to [Supplier A]",
        "rfx.notAwarded": "[Ann Buyer] did not award [#{second} Supplier qualification 2027] to [Supplier B]",
    },
    "evaluations": {
        "evaluation.evaluatorAdded": "[Ann Buyer] asked Eve Evaluator to evaluate [Offer 2027]",
        "evaluation.evaluatorRemoved": "[Ann Buyer] removed Rob Removed from the evaluation of [Offer 2027]",
        "evaluation.opened": "[Ann Buyer] opened the evaluation of [Offer 2027]",
        "evaluation.conflictDeclared": (
            "[Eve Evaluator] declared a conflict of interest with [Calder] in the evaluation of [Offer 2027]"
        ),
        "evaluation.conflictWithdrawn": (
            "[Eve Evaluator] withdrew the conflict of interest with [Calder] in the evaluation of [Offer 2027]"
        ),
        "evaluation.finished": "[Eve Evaluator] finished marking [Offer 2027]",
        "evaluation.resumed": "[Eve Evaluator] resumed marking [Offer 2027]",
        "evaluation.completed": "All marks for [Offer 2027] are in, so its evaluation closed",
        "evaluation.consensusSettled": (
            "[Ann Buyer] settled on 7 for Price of [Calder] in the evaluation of [Offer 2027]: “Agreed.”"
        ),
        "evaluation.closed": "[Ann Buyer] closed the evaluation of [Housing 4711]: “Enough”",
    },
    "parts": {
        "rfx.partAsked": f"[Sam Supplier] asked Pia Part to answer “Laboratory” of {RFX}",
        "rfx.partOpened": f"[Pia Part] opened “Laboratory” of {RFX}",
        "rfx.partDone": f"[Pia Part] finished “Laboratory” of {RFX}",
        "rfx.partReturned": f"[Pia Part] gave back “Laboratory” of {RFX}: “Not mine.”",
        "rfx.partWithdrawn": f"[Sam Supplier] took back “Laboratory” of {RFX}",
    },
    "reviews": {
        "rfx.reviewAsked": f"[Ann Buyer] asked Rita Reviewer to review “Quality” of {RFX}",
        "rfx.reviewDone": f"[Rita Reviewer] finished the review of “Quality” of {RFX}",
        "rfx.reviewWithdrawn": f"[Ann Buyer] took back the review of “Quality” of {RFX}",
    },
    "workbooks": {"rfx.answersImported": f"[Sam Supplier] took over 2 answers from a workbook into {RFX}"},
    "handovers": {
        "rfx.handoverAsked": f"Gina Guest asked to hand over {RFX} to Milos",
        "rfx.handoverDeclined": f"[Ann Buyer] declined Milos as the new contact of {RFX}",
        "rfx.handoverConfirmed": f"[Ann Buyer] confirmed Milos as the new contact of {RFX}",
        "rfx.handedOver": f"Eva handed over {RFX} to Ida",
    },
    "asking": {"user.viewed.rfx.sent": f"[Ann Buyer] viewed {RFX}"},
    "answering": {
        "user.viewed.rfx.received": f"[Sam Supplier] viewed {RFX}",
        "export.created": f"[Sam Supplier] exported {RFX} as CSV",
    },
    "assessment": {
        "assessment.created": "[Ann Buyer] created the assessment [Spring review]",
        "assessment.deadlineChanged": "[Ann Buyer] changed the deadline of [Spring review]",
        "assessment.closed": "[Ann Buyer] closed [Spring review]",
        "user.viewed.assessment": "[Ann Buyer] viewed [Spring review]",
        "rfx.ignored": "[Ann Buyer] removed [#{rfx} Spring review: Calder Coatings] from its assessment",
        "rfx.restored": "[Ann Buyer] restored [#{rfx} Spring review: Calder Coatings] to its assessment",
        "export.created": "[Ann Buyer] exported [Spring review] as PDF",
    },
}
"""Expected sentences in the log of an organisation, by story and event type; links are in brackets."""
