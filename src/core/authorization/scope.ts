import { z } from 'zod';
import { scopes } from '../access/caller.ts';

export const Scope = z.enum(scopes);
