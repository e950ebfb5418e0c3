import type { Fact } from './event';

export type CustomerEvent = Fact<'CustomerRegistered', { name: string; domain: string; storageName: string }>;
