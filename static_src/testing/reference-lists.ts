/** The countries and currencies of the fake server. A page requests them once, so all tests share them. */
export const referenceCountries = [
  { name: "Albania", alpha2: "AL", alpha3: "ALB" },
  { name: "Austria", alpha2: "AT", alpha3: "AUT" },
  { name: "France", alpha2: "FR", alpha3: "FRA" },
  { name: "Germany", alpha2: "DE", alpha3: "DEU" },
  { name: "United Kingdom", alpha2: "GB", alpha3: "GBR" },
];

const referenceCurrencies = [{ code: "GBP", name: "Pound sterling" }];

/** Return the response for one of the two lists. */
export function referenceAnswer(url: URL): { body: unknown } {
  return { body: url.pathname.endsWith("countries") ? referenceCountries : referenceCurrencies };
}
