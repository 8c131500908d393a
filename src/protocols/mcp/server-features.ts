import type { Services } from '../../core/services.ts';
import { createArticlePrompts } from './article-prompts.ts';
import { createArticleResources } from './article-resources.ts';
import { createArticleTools } from './article-tools.ts';
import { createConnectorTools } from './connector-tools.ts';
import { describeServer, type ServerName } from './describe.ts';
import { createDocPrompts } from './doc-prompts.ts';
import { createDocResources } from './doc-resources.ts';
import { createDocTools } from './doc-tools.ts';
import type { ServerFeatures } from './feature-types.ts';
import { createSkill } from './skill-methods.ts';

/** The tool servers as behaviour, whichever revision asks. */
export function createServerFeatures(services: Services): Record<ServerName, ServerFeatures> {
  const { urls, publication } = services;
  const articles = createArticleResources(services);
  const skills = [createSkill(services)];
  return {
    product: {
      about: describeServer('product', urls, publication),
      tools: createArticleTools(services),
      resources: articles,
      prompts: createArticlePrompts(services),
      skills,
    },
    docs: {
      about: describeServer('docs', urls, publication),
      tools: createDocTools(services),
      resources: createDocResources(services),
      prompts: createDocPrompts(services),
      skills,
    },
    connector: {
      about: describeServer('connector', urls, publication),
      tools: createConnectorTools(services),
      resources: articles,
      prompts: [],
      skills,
    },
  };
}
