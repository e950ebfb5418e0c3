export const TELL_SLA = 'tell-sla';
