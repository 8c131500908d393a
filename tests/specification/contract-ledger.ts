import { ofAgents } from './contract-ledger-agents.ts';
import { ofManners } from './contract-ledger-behaviour.ts';
import { ofReading } from './contract-ledger-reading.ts';
import { ofValues } from './contract-ledger-values.ts';
import type { Proof } from './ledger.ts';

/**
 * By topic, then by the first words of each sentence: the files, and the tests in them, that assert that very thing.
 */
export type ContractLedger = Readonly<Record<string, Readonly<Record<string, readonly Proof[]>>>>;

/** Every sentence of docs/contract.md with its proof. */
export const contractLedger: ContractLedger = { ...ofValues, ...ofReading, ...ofManners, ...ofAgents };
