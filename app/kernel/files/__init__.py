"""Files: PDFs, workbooks, CSV and ZIP, and the child processes that read uploads."""
