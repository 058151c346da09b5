import { afterEach, beforeEach, expect, test } from "vitest";
import { keepFocus } from "./keep-focus";

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `
    <main id="content" tabindex="-1">
      <ul><li><button id="one">1</button></li><li><button id="two">2</button></li><li><button id="three">3</button></li></ul>
      <form><input id="name"><p><button id="clear" type="button">Clear</button></p></form>
    </main>
    <section><button id="toast">Close</button></section>`;
  stop = keepFocus();
});
afterEach(() => stop());

const place = (id: string) => document.getElementById(id) as HTMLInputElement;
const focused = () => document.activeElement?.id;

/** Change the page and wait until earlier observers have handled the change. */
async function settled(change: () => void): Promise<void> {
  const seen = new Promise<void>((done) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      setTimeout(done);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  change();
  await seen;
}

test("the focus moves to the next item, at the end to the previous one, else to the surrounding element", async () => {
  place("two").focus();
  await settled(() => place("two").closest("li")?.remove());
  expect(focused()).toBe("three");

  await settled(() => place("three").closest("li")?.remove());
  expect(focused()).toBe("one");

  place("clear").focus();
  await settled(() => place("clear").remove());
  expect(focused()).toBe("name");
});

test("in an empty list the focus moves to the nearest control, not to the top of the form", async () => {
  place("name").insertAdjacentHTML("beforebegin", '<input id="top">');
  place("clear").closest("p")?.insertAdjacentHTML("afterend", '<p><input id="below"></p>');
  place("clear").focus();
  await settled(() => place("clear").remove());
  expect(focused()).toBe("below");

  place("below").focus();
  await settled(() => place("below").remove());
  expect(focused()).toBe("name");
});

test("an element removed outside the content leaves the focus to the content", async () => {
  place("toast").focus();
  await settled(() => place("toast").remove());
  expect(focused()).toBe("content");
});

test("an element removed in a dialog leaves the focus to its neighbour there", async () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    '<div role="dialog" tabindex="-1"><ol><li><button id="first">1</button></li><li><button id="last">2</button></li></ol></div>',
  );
  place("last").focus();
  await settled(() => place("last").closest("li")?.remove());
  expect(focused()).toBe("first");
});

test("a focus that moved elsewhere, or a click, is not overridden", async () => {
  place("two").focus();
  await settled(() => {
    place("two").closest("li")?.remove();
    place("name").focus();
  });
  expect(focused()).toBe("name");

  for (const type of ["pointerdown", "pointerup"]) {
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
  }
  await settled(() => place("name").remove());
  expect(document.activeElement).toBe(document.body);
});
