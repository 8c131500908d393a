import type { PublicationSettings } from './src/library/publication-settings.ts';

/** What belongs to the publication. What differs between deployments is environment: see .env.example. */
export const publication: PublicationSettings = {
  name: 'Quire',
  tagline: 'Research that people read and agents can find, ask, pay for and cite.',
  description:
    'Quire publishes research on building for software agents: free and paid articles as pages for people and as a JSON API, an ask endpoint and tool servers for agents.',
  featured: 'how-a-crawler-list-ages',
  numbers: ['how-sure-was-michelson', 'when-the-seconds-stopped', 'who-publishes-llms-txt'],
  language: 'en',
  publisher: {
    name: 'Quire',
    email: 'editors@quire.example',
    address: { locality: 'Zürich', country: 'CH' },
  },
  questions: ['What is HTTP 402 for?', 'How do keys prove themselves?', 'What makes a retry safe?'],
  looks: { madeWithQuire: true },
  contentSignals: { search: true, aiInput: true, aiTrain: false },
};
