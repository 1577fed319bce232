import fc from "fast-check";
import { expect, test } from "vitest";
import { GroupQueue } from "../../src/client/group-queue.js";

const never = new AbortController().signal;

test("a question that is withdrawn while it waits leaves the queue, and holds nobody up", async () => {
  const queue = new GroupQueue(1);
  const withdrawing = new AbortController();
  await queue.enter("a", never);
  const second = queue.enter("b", withdrawing.signal);
  const third = queue.enter("c", never);
  withdrawing.abort();
  queue.leave("a");

  expect(await second).toBe(false);
  expect(await third).toBe(true);
});

test("[C11] questions of a group that is open do not wait, and never more groups are open than allowed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.record({ group: fc.constantFrom("a", "b", "c", "d"), isLeaving: fc.boolean() }), {
        maxLength: 40,
      }),
      async (atOnce, acts) => {
        const queue = new GroupQueue(atOnce);
        const open = new Map<string, number>();
        let entered = 0;
        let admitted = 0;
        const leave = (group: string): void => {
          const count = open.get(group) ?? 0;
          if (count === 0) return;
          if (count === 1) open.delete(group);
          else open.set(group, count - 1);
          queue.leave(group);
        };
        for (const { group, isLeaving } of acts) {
          if (isLeaving) leave(group);
          else {
            entered += 1;
            void queue.enter(group, never).then(() => {
              admitted += 1;
              open.set(group, (open.get(group) ?? 0) + 1);
            });
          }
          await Promise.resolve();
          await Promise.resolve();
          expect(open.size).toBeLessThanOrEqual(atOnce);
        }
        // Everybody gets their turn.
        while (open.size > 0) {
          for (const group of [...open.keys()]) leave(group);
          await Promise.resolve();
          await Promise.resolve();
        }
        expect(admitted).toBe(entered);
      },
    ),
  );
});

test("[C11] a question of a group that is open is let through at once", async () => {
  const queue = new GroupQueue(1);
  await queue.enter("a", never);
  const entered = await Promise.race([queue.enter("a", never), Promise.resolve().then(() => "waits")]);

  expect(entered).toBe(true);
});

test("nobody can be let through by none", () => {
  expect(() => new GroupQueue(0)).toThrow("atOnce is 0");
});
