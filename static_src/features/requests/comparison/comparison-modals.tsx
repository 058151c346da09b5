export { AskDialog } from "./ask-dialog";
export { RatesModal } from "./rates-modal";
