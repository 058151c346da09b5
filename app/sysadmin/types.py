"""Values of the sysadmin area."""

from enum import StrEnum

from app.accounts.public import AccountMail
from app.messages.public import MessageMail
from app.ncr.public import NcrMail
from app.network.public import NetworkMail
from app.rfx.public import RfxMail
from app.tasks.public import TaskMail


class TemplateId(StrEnum):
    """The ids of all mail templates (specification section 2, Sysadmin), in the order of the OpenAPI document."""

    GENERAL = AccountMail.GENERAL
    NCRCONVERSATION = NcrMail.NCRCONVERSATION
    USERTASKASSIGNMENT = TaskMail.USERTASKASSIGNMENT
    RFI = RfxMail.RFI
    RFICONVERSATION = MessageMail.RFICONVERSATION
    RFIREMINDER = RfxMail.RFIREMINDER
    RFIREOPEN = RfxMail.RFIREOPEN
    RFISUBMIT = RfxMail.RFISUBMIT
    SUPPLIERINVITE = AccountMail.SUPPLIERINVITE
    RELATIONSHIPADDED = NetworkMail.RELATIONSHIPADDED
    RELATIONSHIPUPDATED = NetworkMail.RELATIONSHIPUPDATED
    SELFSURVEYREQUEST = RfxMail.SELFSURVEYREQUEST
    SURVEYREQUEST = RfxMail.SURVEYREQUEST
    DEADLINECHANGED = RfxMail.DEADLINECHANGED
    USERINVITE = AccountMail.USERINVITE
    USERINVITEDALERT = AccountMail.USERINVITEDALERT


PAGE_SIZE = 20
