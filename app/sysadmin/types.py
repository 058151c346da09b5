"""Values of the sysadmin area."""

from app.accounts.public import AccountMail
from app.messages.public import MessageMail
from app.ncr.public import NcrMail
from app.network.public import NetworkMail
from app.rfx.public import RfxMail
from app.tasks.public import TaskMail

TEMPLATE_IDS: tuple[str, ...] = (
    AccountMail.GENERAL,
    NcrMail.NCRCONVERSATION,
    TaskMail.USERTASKASSIGNMENT,
    RfxMail.RFI,
    MessageMail.RFICONVERSATION,
    RfxMail.RFIREMINDER,
    RfxMail.RFIREOPEN,
    RfxMail.RFISUBMIT,
    AccountMail.SUPPLIERINVITE,
    NetworkMail.RELATIONSHIPADDED,
    NetworkMail.RELATIONSHIPUPDATED,
    RfxMail.SELFSURVEYREQUEST,
    RfxMail.SURVEYREQUEST,
    RfxMail.DEADLINECHANGED,
    AccountMail.USERINVITE,
    AccountMail.USERINVITEDALERT,
)
"""The ids of all mail templates (specification section 2, Sysadmin), in the order of the OpenAPI document."""


PAGE_SIZE = 20
