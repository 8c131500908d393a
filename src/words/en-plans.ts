/** The table that compares plans: what a reader gets for nothing, for one purchase and for a subscription. */
export const planTable = {
  price: 'Price',
  rows: [
    { name: 'Free articles', cells: ['in full', 'in full', 'in full'] },
    { name: 'Paid articles', cells: ['outline and preview', 'the one you buy, in full', 'all, in full'] },
    { name: 'Their figures, data and PDF', cells: ['in the preview', 'of the one you buy', 'of all'] },
    { name: 'Pages, JSON API and MCP', cells: ['public text', 'and the one you buy', 'all text'] },
    { name: 'Search and /ask', cells: ['public text', 'public text', 'paid text too'] },
    { name: 'You send', cells: ['nothing', 'one x402 payment', 'a demo key'] },
    { name: 'Receipt', cells: ['no', 'with the purchase', 'on request'] },
    {
      name: '[Requests are counted](/developers/requests)',
      cells: ['per IP', 'per IP', 'per key'],
    },
  ] as { name: string; cells: [free: string, article: string, subscription: string] }[],
};
