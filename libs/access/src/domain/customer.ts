import type { CustomerEvent } from '@parley/contracts/events';
import { Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export interface CustomerCommand {
  type: 'Register';
  name: string;
  /** The host under which its users sign in. */
  domain: string;
  /** Names its files' folder. */
  storageName: string;
}

export interface CustomerState {
  isRegistered: boolean;
}

/** An organisation that uses Parley. */
export const customer: Decider<CustomerCommand, CustomerState, CustomerEvent> = {
  initialState: { isRegistered: false },

  decide({ name, domain, storageName }, state) {
    if (state.isRegistered) return [];
    if (/(^|\.)www\./.test(domain)) throw new Rejected('domain_invalid');
    return [{ type: 'CustomerRegistered', data: { name, domain, storageName } }];
  },

  evolve() {
    return { isRegistered: true };
  },
};
