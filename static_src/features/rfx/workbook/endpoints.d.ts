import type { AnswerImport, ImportMapping } from "./types";
import type { Decided, UnfinishedImport } from "./workbook-calls";

/** The endpoints of filled workbooks, until the generated schema has them. Then this file no longer compiles. */
type InRfx = Parameters<{ rfx_id: number }>;
type OfImport = Parameters<{ rfx_id: number; import_id: number }>;
type Parameters<P> = { query?: never; header?: never; path: P; cookie?: never };
type Json<T> = { headers: { [name: string]: unknown }; content: { "application/json": T } };
type Body<T> = { content: { "application/json": T } };
type Operation<P, S extends number, T> = {
  parameters: P;
  requestBody?: never;
  responses: Record<S, Json<T>>;
};
type Writing<P, B, S extends number, T> = {
  parameters: P;
  requestBody: Body<B>;
  responses: Record<S, Json<T>>;
};

declare module "../../../api/schema" {
  interface paths {
    "/api/rfx/{rfx_id}/answerImport": {
      parameters: InRfx;
      get: Operation<InRfx, 200, { imports: UnfinishedImport[] }>;
      post: Writing<InRfx, { attachmentId: number }, 202, AnswerImport>;
    };
    "/api/rfx/{rfx_id}/answerImport/{import_id}": {
      parameters: OfImport;
      get: Operation<OfImport, 200, AnswerImport>;
      put: Writing<OfImport, { mapping: ImportMapping }, 202, AnswerImport>;
      delete: {
        parameters: OfImport;
        requestBody?: never;
        responses: { 204: { headers: { [name: string]: unknown }; content?: never } };
      };
    };
    "/api/rfx/{rfx_id}/answerImport/{import_id}/apply": {
      parameters: OfImport;
      post: Writing<OfImport, Decided, 202, AnswerImport>;
    };
  }
}
