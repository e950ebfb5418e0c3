import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the tables of leases and of their owners. A lease is valid while its owner's row in `lease_member` is recent;
 * a renewal does not touch the lease's row, so it never waits for a commit that checks the lease.
 */
export class Lease1763800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists parley;

      create table parley.lease_member (
        pool text not null,
        owner text not null,
        until timestamptz not null,
        primary key (pool, owner)
      ) with (fillfactor = 50);

      -- The fence rises each time the lease is taken, and names one ownership for good.
      create table parley.lease (
        pool text not null,
        name text not null,
        owner text,
        fence bigint not null default 0,
        primary key (pool, name)
      ) with (fillfactor = 50);

      -- One statement, so that a process that freezes half way leaves nothing locked. Joins the pool or stays in it,
      -- and takes what is free of the names it wants (those it is not working on), up to its fair share.
      create function parley.renew_leases(
        the_pool text, me text, pool_size int, wanted text[], ttl interval,
        out names text[], out fences bigint[], out fair_share int, out next_expiry_ms float
      ) language plpgsql as $$
      declare
        held int;
      begin
        perform pg_advisory_xact_lock(hashtextextended('lease ' || the_pool, 0));
        insert into parley.lease_member (pool, owner, until) values (the_pool, me, clock_timestamp() + ttl)
          on conflict (pool, owner) do update set until = excluded.until;
        delete from parley.lease_member where pool = the_pool and until < clock_timestamp();
        insert into parley.lease (pool, name) select the_pool, unnest(wanted) on conflict do nothing;
        -- Left from an earlier life under the same name, or from one in which this database was away for too long.
        update parley.lease set owner = null where pool = the_pool and owner = me and name = any (wanted);

        select ceil(pool_size::float / count(*)),
               extract(epoch from min(until) filter (where owner <> me) - clock_timestamp()) * 1000
          into fair_share, next_expiry_ms
          from parley.lease_member where pool = the_pool;
        select count(*) into held from parley.lease where pool = the_pool and owner = me;
        update parley.lease l set owner = me, fence = fence + 1
          from (
            select name from parley.lease f
             where pool = the_pool and name = any (wanted)
               and not exists (select from parley.lease_member m where m.pool = the_pool and m.owner = f.owner)
             order by name limit greatest(fair_share - held, 0)
             -- Whoever commits with it at this moment goes first; it is looked at again soon.
             for update skip locked
          ) free
         where l.pool = the_pool and l.name = free.name;

        select array_agg(name), array_agg(fence) into names, fences
          from parley.lease where pool = the_pool and owner = me;
      end $$;

      -- Asked within the transaction that depends on it: until that ends, nobody takes the lease over. An owner that
      -- freezes half way loses the transaction long before the lease.
      create function parley.owns_lease(the_pool text, the_name text, the_fence bigint) returns boolean
      language plpgsql as $$
      begin
        perform set_config('idle_in_transaction_session_timeout', '5s', true);
        perform from parley.lease
          where pool = the_pool and name = the_name and fence = the_fence and owner is not null for share;
        return found;
      end $$;
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
