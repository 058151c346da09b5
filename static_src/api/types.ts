import type { components, paths } from "./schema";

type Schemas = components["schemas"];

/** The generated types have a nullable object as `Empty | null | Thing`, and an object without a schema as `Empty`. */
type Empty = Record<string, never>;

/** The type of a field without `undefined` and with nullable and open objects written out. */
type Field<T> = [Exclude<T, Empty | null | undefined>] extends [never]
  ? (Empty extends T ? object : never) | Extract<T, null>
  : Exclude<T, Empty | undefined>;

type Present<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? Present<Item>[]
    : T extends object
      ? { [K in keyof T]-?: Present<Field<T[K]>> }
      : T;

type Sent<T> = unknown extends T
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : T extends object
      ? { [K in keyof T as null extends T[K] ? never : K]: Sent<Field<T[K]>> } & {
          [K in keyof T as null extends T[K] ? K : never]?: Sent<Field<T[K]>>;
        }
      : T;

/** A schema as the server sends it: every field is present, and a nullable field is null or its value. */
export type ApiResponse<N extends keyof Schemas> = Present<Schemas[N]>;

/** A schema as the client sends it: a field that may be null may be left out, and lists may be read-only. */
export type ApiBody<N extends keyof Schemas> = Sent<Schemas[N]>;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The paths of the API that have an operation of this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, { responses: object }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends keyof paths> =
  paths[P] extends Record<Lowercase<M>, infer O> ? O : never;

type Json<T> = T extends { content: { "application/json": infer Content } } ? Content : undefined;

/** The JSON of a successful response; undefined for a response without content. */
export type ResponseOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer Responses }
    ? Present<Json<Responses[keyof Responses & (200 | 201 | 202 | 204)]>>
    : never;

type QueryValues<T> = {
  [K in keyof T]: T[K] | (NonNullable<T[K]> extends readonly (infer Item)[] ? readonly Item[] | Item : null);
};

type PathOption<O> = O extends { parameters: { path: infer Values } }
  ? { path: { [K in keyof Values]: number | string } }
  : { path?: never };

type QueryOption<O> = O extends { parameters: { query: infer Values } }
  ? { query: QueryValues<Values> }
  : O extends { parameters: { query?: infer Values } }
    ? { query?: QueryValues<NonNullable<Values>> | undefined }
    : never;

type BodyOption<O> = O extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: Sent<Body> }
  : { body?: never };

/** The parts of a request that the API document describes, required exactly where the document requires them. */
export type Input<M extends Method, P extends keyof paths> = PathOption<Operation<M, P>> &
  QueryOption<Operation<M, P>> &
  BodyOption<Operation<M, P>>;

/** The paths whose responses are pages of rows. */
export type ListPath = {
  [P in PathOf<"GET">]: Operation<"GET", P> extends { parameters: { query?: infer Values } }
    ? [Values] extends [undefined]
      ? never
      : "cursor" extends keyof NonNullable<Values>
        ? P
        : never
    : never;
}[PathOf<"GET">];

/** The row of a list. */
export type RowOf<P extends ListPath> = ResponseOf<"GET", P> extends (infer Row)[] ? Row : never;

type ListQuery<P extends ListPath> = NonNullable<Input<"GET", P>["query"]>;

/** The filters and the sort of a list by query parameter. A value may be unparsed text of the page's address. */
export type ListFilters<P extends ListPath> = {
  [K in Exclude<keyof ListQuery<P>, "cursor" | "page" | "pageSize">]?: ListQuery<P>[K] | string;
};
