import type { Publication } from './src/core/publication.ts';

/** What belongs to the publication. What differs between deployments is environment: see .env.example. */
export const publication: Publication = {
  name: 'Quire',
  tagline: 'Research that people read and agents can find, ask, pay for and cite.',
  description:
    'Quire publishes research on building for software agents: free and paid articles as pages for people and as a JSON API, an ask endpoint and tool servers for agents.',
  featured: 'http-402-what-it-is-for',
  language: 'en',
  publisher: {
    name: 'Quire',
    email: 'editors@quire.example',
    address: { locality: 'Zürich', country: 'CH' },
  },
  allowedOrigins: [],
  contentSignals: { search: true, aiInput: true, aiTrain: false },
  payment: {
    network: 'eip155:84532',
    networkV1: 'base-sepolia',
    chainId: 84532,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    assetName: 'USDC',
    assetVersion: '2',
    assetDecimals: 6,
    payTo: '0x000000000000000000000000000000000000dEaD',
    maxTimeoutSeconds: 300,
  },
  deprecations: [],
  rules: {},
};
