const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Normalises a host name for storing and comparing: lower case, without a final dot. Null if it cannot be the domain
 * of an organisation.
 */
export function domainName(host: string): string | null {
  const name = host.trim().toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  // Refuses numeric addresses, and names without a dot because they exist only within a machine or a local network.
  const isName =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!);
  return isName && name.length <= 253 && !labels.includes('www') ? name : null;
}
