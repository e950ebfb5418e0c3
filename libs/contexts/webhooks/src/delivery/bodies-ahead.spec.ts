import { BodiesAhead } from './bodies-ahead';

const deliveries = Array.from({ length: 100 }, (_, n) => ({ event_id: `event ${n}` }));

function ahead(isFailing: (id: string) => boolean = () => false) {
  const made: string[] = [];
  let at = 0;
  const bodies = new BodiesAhead(
    deliveries,
    ({ event_id: id }) => {
      made.push(id);
      return isFailing(id) ? Promise.reject(new Error(`no ${id}`)) : Promise.resolve(`body of ${id}`);
    },
    () => at,
  );
  const later = (ms: number) => (at += ms);
  return { made, later, of: (n: number) => bodies.of(deliveries[n]!) };
}

describe('bodies made ahead', () => {
  it('makes bodies 64 at a time, and each body once', async () => {
    const { made, of } = ahead();
    for (let n = 0; n < 64; n++) expect(await of(n)).toBe(`body of event ${n}`);
    expect(made).toHaveLength(64);
    await of(64);
    expect(made).toHaveLength(100);
  });

  it('makes a body again if it was made more than two seconds ago', async () => {
    const { made, of, later } = ahead();
    await of(0);
    later(2_001);
    expect(await of(1)).toBe('body of event 1');
    expect(made.filter((id) => id === 'event 1')).toHaveLength(2);
    expect(made.filter((id) => id === 'event 0')).toHaveLength(1);
  });

  it('reports the failure of a body only to its own delivery', async () => {
    const { of } = ahead((id) => id === 'event 1');
    expect(await of(0)).toBe('body of event 0');
    await expect(of(1)).rejects.toThrow('no event 1');
    expect(await of(2)).toBe('body of event 2');
  });
});
