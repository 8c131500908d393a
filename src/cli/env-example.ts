import { Environment } from '../server/process/config.ts';

/** The text of .env.example: every setting with what it is for, all commented out because every one has a default. */
export function writeEnvExample(): string {
  const settings = Object.entries(Environment.shape).map(([name, schema]) => {
    const description = schema.meta()?.description;
    if (!description) throw new Error(`${name} has no description.`);
    return `# ${description}\n#${name}=`;
  });
  return `# Settings of one deployment. What belongs to the publication itself is in site.config.ts.\n\n${settings.join('\n\n')}\n`;
}
