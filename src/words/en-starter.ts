/** Texts that `npm run init` writes into a new publication. */
export const starter = {
  tagline: (publisher: string) => `Articles by ${publisher}, for people and their agents.`,
  /** The contents of each tier. */
  included: {
    free: [
      'Every free article in full, as a page, as markdown and as JSON, without a key.',
      'Title, description, outline, word count and preview of every paid article.',
    ],
    paid: [
      'One paid article in full, bought with one x402 payment on a test network.',
      'This is a demo, test tokens only. Nothing is billed.',
    ],
    subscriber: [
      'Every paid article in full through the API, the pages and MCP, with one demo key.',
      'This is a demo, the key is issued at once and free of charge. Nothing is billed.',
    ],
  },
};
