/** Minutes without an open window after which an agent counts as offline. */
export const OFFLINE_AFTER_MINUTES = 5;
