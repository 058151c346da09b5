"""The harness of all tests. What tests use is named and described in the modules of tests/fixtures."""

pytest_plugins = (
    "tests.fixtures.services",
    "tests.fixtures.databases",
    "tests.fixtures.mailbox",
    "tests.fixtures.storage",
    "tests.fixtures.application",
    "tests.fixtures.people",
    "tests.fixtures.live_server",
    "tests.fixtures.browser",
)
