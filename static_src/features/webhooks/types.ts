import type { ApiResponse } from "../../api/types";
import type { Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";

export type Webhook = ApiResponse<"Webhook">;
export type Delivery = ApiResponse<"WebhookDelivery">;
export type DeliveryState = Delivery["state"];
/** The name of a type of the catalogue of events. */
export type EventName = Webhook["eventTypes"][number];
/** A type of the catalogue of events. */
export type EventType = { type: EventName; group: string; when: string };

/** The type of test events, which is in no catalogue. */
export const testType = "webhook.test";

export const states: Readonly<Record<DeliveryState, { label: string; tone: Tone; icon: IconName }>> = {
  PENDING: { label: "Waiting", tone: "wait", icon: "pending" },
  DELIVERED: { label: "Delivered", tone: "ok", icon: "completed" },
  FAILED: { label: "Failed", tone: "bad", icon: "declined" },
};

/** The name of a webhook: its description or, without one, its host. */
export function nameOf({ description, url }: Pick<Webhook, "description" | "url">): string {
  return description || (url.split("/")[2] ?? url);
}

/** Group types by the groups of the catalogue, in its order. */
export function grouped(types: readonly EventType[]): [string, EventType[]][] {
  const groups = new Map<string, EventType[]>();
  for (const type of types) groups.set(type.group, [...(groups.get(type.group) ?? []), type]);
  return [...groups];
}

/** Return the types whose name, group or description has all words of a search. */
export function matching<T extends EventType>(types: readonly T[], search: string): T[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return types.filter(({ type, group, when }) => {
    const text = `${type} ${group} ${when}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
