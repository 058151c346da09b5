/** Drop the zeros at the end of the decimals: '80.00' becomes '80', '76.50' becomes '76.5'. */
export const shortDecimal = (text: string) =>
  text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
