/**
 * A setting or a release that cannot be used, of the publication or of the deployment: its message is all that its
 * author needs.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
