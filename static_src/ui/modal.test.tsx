import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/errors";
import { renderOnPage } from "../testing/page";
import { Button } from "./button";
import { ConfirmModal } from "./confirm-modal";
import { Field } from "./field";
import { FormModal } from "./form-modal";
import { TextInput } from "./inputs";
import { Modal } from "./modal";

function Page({ onSubmit = () => {} }: { onSubmit?: () => void }) {
  const [show, setShow] = useState(false);
  return (
    <>
      <Button onClick={() => setShow(true)}>Open</Button>
      <Modal
        show={show}
        title="Change Supplier Relationship"
        onClose={() => setShow(false)}
        onSubmit={onSubmit}
        footer={<Button type="submit">Save</Button>}
      >
        <input aria-label="Message" />
      </Modal>
    </>
  );
}

test("a modal has a name, submits its form, closes on Escape and returns the focus", async () => {
  const submitted = vi.fn();
  renderOnPage(<Page onSubmit={submitted} />);
  const opener = screen.getByRole("button", { name: "Open" });
  await userEvent.click(opener);
  const dialog = await screen.findByRole("dialog", { name: "Change Supplier Relationship" });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  await userEvent.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(submitted).toHaveBeenCalledTimes(1);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(opener);
});

function Steps() {
  const [step, setStep] = useState(0);
  return (
    <>
      <Button onClick={() => setStep(1)}>Rotate</Button>
      <Modal
        show={step === 1}
        title="New secret"
        onClose={() => setStep(0)}
        footer={<Button onClick={() => setStep(2)}>Create</Button>}
      >
        Sure?
      </Modal>
      {step === 2 && (
        <Modal show title="Secret" onClose={() => setStep(0)}>
          Value
        </Modal>
      )}
    </>
  );
}

test("a modal that replaces another one returns the focus to the button that opened the first", async () => {
  renderOnPage(<Steps />);
  const opener = screen.getByRole("button", { name: "Rotate" });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole("button", { name: "Create" }));
  await screen.findByRole("dialog", { name: "Secret" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test("a modal closes even if the transition of a button ends at the same time", async () => {
  renderOnPage(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  const save = await screen.findByRole("button", { name: "Save" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.transitionEnd(save);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

function Row() {
  const [row, setRow] = useState(true);
  const [show, setShow] = useState(false);
  const remove = () => {
    setRow(false);
    setShow(false);
  };
  return (
    <main id="content" tabIndex={-1}>
      {row && <Button onClick={() => setShow(true)}>Delete</Button>}
      <Modal show={show} title="Delete role" onClose={remove}>
        It is removed for good.
      </Modal>
    </main>
  );
}

test("if the opening button was removed, the content gets the focus", async () => {
  renderOnPage(<Row />);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

function Tasks() {
  const [tasks, setTasks] = useState(["Ask", "Clear", "Score"]);
  const [shown, setShown] = useState("");
  return (
    <main id="content" tabIndex={-1}>
      <Button onClick={() => {}}>Top</Button>
      {tasks.map((task) => (
        <p key={task}>
          <Button onClick={() => setShown(task)}>{task}</Button>
        </p>
      ))}
      <Modal show={shown !== ""} title={shown} onClose={() => setShown("")}>
        <Button onClick={() => setTasks((all) => all.filter((each) => each !== shown))}>Close task</Button>
      </Modal>
    </main>
  );
}

test("keyboard users keep their position if the opening button was removed while the modal was open", async () => {
  renderOnPage(<Tasks />);
  screen.getByRole("button", { name: "Clear" }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Close task" }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Score" })));
});

function Addressed() {
  const [open, setOpen] = useState(true);
  return (
    <main id="content" tabIndex={-1}>
      {open && (
        <Modal show title="Non-Conformance #1" onClose={() => setOpen(false)}>
          It was opened by its address.
        </Modal>
      )}
    </main>
  );
}

test("if no button opened the modal, the content gets the focus", async () => {
  renderOnPage(<Addressed />);
  await screen.findByRole("dialog");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

test("a modal that was never open does not move the focus", async () => {
  vi.useFakeTimers();
  try {
    renderOnPage(<Row />);
    await act(() => vi.runAllTimersAsync());
    await vi.runAllTimersAsync();
    expect(document.activeElement).toBe(document.body);
  } finally {
    vi.useRealTimers();
  }
});

test("a confirmation is busy until it is done, and usable again when it fails", async () => {
  let fail: (error: Error) => void = () => {};
  const onConfirm = vi.fn(() =>
    new Promise<void>((_, reject) => {
      fail = reject;
    }).catch(() => {}),
  );
  const onClose = vi.fn();
  renderOnPage(
    <ConfirmModal
      show
      title="Submit Response"
      confirmLabel="Yes, Submit Response"
      busyLabel="Sending..."
      busyMessage="Sending, please wait..."
      onConfirm={onConfirm}
      onClose={onClose}
    >
      Are you sure you want to continue?
    </ConfirmModal>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Yes, Submit Response" }));
  const busy = screen.getByRole("button", { name: "Sending..." });
  expect(screen.getByText("Sending, please wait...")).toBeTruthy();
  await userEvent.click(busy);
  await userEvent.keyboard("{Escape}");
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  fail(new Error("no"));
  expect(await screen.findByRole("button", { name: "Yes, Submit Response" })).toBeTruthy();
});

test("a confirmation that gets no answer says so, until it is tried again", async () => {
  const onConfirm = vi.fn(() => Promise.resolve());
  onConfirm.mockRejectedValueOnce(new ApiError(0, { message: "There is no connection." }, true));
  renderOnPage(
    <ConfirmModal show title="Reopen" confirmLabel="Yes" onConfirm={onConfirm} onClose={vi.fn()}>
      Are you sure?
    </ConfirmModal>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
  expect((await screen.findByRole("alert")).textContent).toBe("There is no connection.");
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

function FormPage({ closed, cancelled }: { closed: () => void; cancelled: () => void }) {
  const [show, setShow] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const wrong = attempts > 0;
  return (
    <>
      <Button onClick={() => setShow(true)}>Open</Button>
      <FormModal
        show={show}
        title="New form"
        submitLabel="Create form"
        busyText="Creating..."
        busy={false}
        attempts={attempts}
        summary={wrong ? [{ fieldId: "title", message: "Give the form a title." }] : []}
        failure={wrong ? "There is no connection. Please try again." : ""}
        onSubmit={() => setAttempts(attempts + 1)}
        onClose={closed}
        onCancel={cancelled}
        draftState={null}
      >
        <Field label="Title" id="title" error={wrong && "Give the form a title."}>
          <TextInput defaultValue="" />
        </Field>
      </FormModal>
    </>
  );
}

test("a form in a dialog is submitted by Enter, shows errors at its fields, and can be closed or cancelled", async () => {
  const closed = vi.fn();
  const cancelled = vi.fn();
  renderOnPage(<FormPage closed={closed} cancelled={cancelled} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await userEvent.type(await screen.findByLabelText("Title"), "Mine{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "There is a problem" }));
  expect(screen.getByRole("alert").textContent).toContain("There is no connection.");
  await userEvent.click(screen.getByRole("link", { name: "Give the form a title." }));
  expect(document.activeElement).toBe(screen.getByLabelText("Title"));
  expect((screen.getByLabelText("Title") as HTMLInputElement).value).toBe("Mine");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect([cancelled.mock.calls.length, closed.mock.calls.length]).toEqual([1, 0]);
  await userEvent.keyboard("{Escape}");
  expect(closed).toHaveBeenCalledTimes(1);
});
