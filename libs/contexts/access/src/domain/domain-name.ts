const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A host as it is stored and compared: in lower case, without a port. Null for what is no name of a host of ours. */
export function domainName(host: string): string | null {
  const name = host.trim().toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  // An address in figures, and a name within one machine, are nobody's domain.
  const isName =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!);
  return isName && name.length <= 253 && !labels.includes('www') ? name : null;
}
