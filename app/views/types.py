"""Limits of saved views and of exported lists."""

from datetime import timedelta

MAX_NAME = 80
MAX_VIEWS = 100
"""Views of one list in an organisation, private ones included."""
MAX_ON_HOME = 12
"""Views that Home shows, first the user's own ones, then the shared ones of colleagues."""
COUNT_CAP = 99
"""Counts stop here and are shown as 99+."""
RESTORABLE = timedelta(days=1)
"""A deleted view can be restored for this time."""
MAX_EXPORTED = 120_000
"""Rows of an exported list."""
MAX_EXPORTED_IDS = 5_000
MAX_PARAM = 300
"""Characters of a filter in the address."""
MAX_PARAM_VALUES = 100
MAX_PARAMS = 40
