export { AppModal } from "./app-modal";
export { PasskeyModal } from "./passkey-modal";
export { RecoveryCodes } from "./recovery-codes";
