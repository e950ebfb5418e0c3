import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Bus1763700001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema bus;

      -- "next" is the offset of the next message. The lock of this row, held until the publisher's commit, is what
      -- makes a partition's offsets appear in order and without gaps.
      create table bus.partition (
        topic text collate "C" not null,
        partition int not null,
        next bigint not null,
        primary key (topic, partition)
      ) with (fillfactor = 50);

      create table bus.message (
        topic text collate "C" not null,
        partition int not null,
        "offset" bigint not null,
        id text not null,
        key text not null,
        value bytea not null,
        headers json not null,
        published_at timestamptz not null default clock_timestamp(),
        primary key (topic, partition, "offset")
      );

      -- "offset" is the next one that the group has not handled.
      create table bus.consumer (
        topic text collate "C" not null,
        grp text collate "C" not null,
        partition int not null,
        "offset" bigint not null default 0,
        primary key (topic, grp, partition)
      ) with (fillfactor = 50);

      create table bus.parked (
        topic text collate "C" not null,
        grp text collate "C" not null,
        partition int not null,
        "offset" bigint not null,
        key text not null,
        id text not null,
        value bytea not null,
        headers json not null,
        error text not null,
        parked_at timestamptz not null default clock_timestamp(),
        primary key (topic, grp, partition, "offset")
      );
    `);
  }

  async down(): Promise<void> {
    // Forward only.
  }
}
