"""Constants of requests."""

REQUEST_FILE = "rfxRequest"
"""Subject type of the files that a request is sent with."""

SEND_ACTION = "rfxRequest.send"
"""The bulk action that sends a request to many suppliers."""

SENT_AT_ONCE = 20
"""A request to more suppliers is sent by a bulk job."""
