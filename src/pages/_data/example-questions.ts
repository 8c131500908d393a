/** Offered where a reader may ask: each is answered by the site's own articles. */
export const exampleQuestions = [
  'What is HTTP 402 for?',
  'How do keys prove themselves?',
  'What makes a retry safe?',
] as const;
