import type { Dumped, Schema } from "../../api/typed";
import type { NcrRow } from "../../domain/ncr/ncr";
import type { ThreadMessage } from "../../domain/threads/threads";

type Task = Dumped<"NcrTask">;

/** A non-conformance with all that belongs to it, as GET /api/ncr/{id} gives it. */
export type Ncr = Omit<Dumped<"Ncr">, "statusInfo" | "userTask" | "createdBy" | "actions"> &
  NcrRow & {
    createdBy: NcrPerson;
    userTask: Omit<Task, "assignedToUser" | "messageThread"> & {
      assignedToUser: NcrPerson | null;
      messageThread: { id: number | null; messages: ThreadMessage[]; messageCount: number };
    };
    actions: Schema<"NcrActions">;
  };

export type NcrPerson = { id: number; name: string; jobTitle?: string | null };

/** One of the two ends with those who can report, or be asked. */
export type NcrPeople = {
  id: number;
  name: string;
  users: (NcrPerson & { mayBeAssigned: boolean })[];
};

/** What is known of a new one before it is written. */
export type KnownSupplier = { relationshipId: number; name: string };
