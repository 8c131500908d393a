import type { Services } from '../../core/services.ts';
import { acpVersion } from './acp-version.ts';

/** Body of `/.well-known/acp.json` (ACP discovery, a proposal): that checkout is spoken here, and where. */
export function createAcpDocument({ urls, library, publication }: Pick<Services, 'urls' | 'library' | 'publication'>) {
  const currencies = new Set(library.tiers.map(({ currency }) => currency.toLowerCase()));
  return {
    protocol: {
      name: 'acp',
      version: acpVersion,
      supported_versions: [acpVersion],
      documentation_url: `${urls.developers}#checkout-sessions`,
    },
    api_base_url: urls.base,
    transports: ['rest'],
    capabilities: {
      services: ['checkout'],
      supported_currencies: [...currencies],
      supported_locales: [publication.language],
    },
  };
}
