import { z } from 'zod';
import { scopes } from './caller.ts';

export const Scope = z.enum(scopes);
