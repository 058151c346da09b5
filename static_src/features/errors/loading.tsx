/** The loading page (specification, section 2): shows `msg` of its address, or 'Loading...'. */
export default function Loading({ msg }: { msg?: string | null }) {
  return (
    <div className="error-page" role="status">
      <div className="spinner-border text-primary" aria-hidden="true" />
      <h1 className="error-page-title">{msg || "Loading..."}</h1>
    </div>
  );
}
