import { Hono } from 'hono';
import type { Desk } from '../host/desk.ts';
import { chosenQuirks } from '../quirks/chosen.ts';
import { type Quirks, standardQuirks } from '../quirks/table.ts';
import { ordered, sentJson } from './unable.ts';

/** The switches: GET tells them all, PATCH changes some, PUT sets some and all others to their defaults, DELETE all. */
export function quirkRoutes(desk: Desk): Hono {
  const app = new Hono();
  const put = (quirks: Quirks): { quirks: Quirks } => {
    desk.world = { ...desk.world, quirks };
    return { quirks };
  };
  app.get('/', (c) => c.json({ quirks: desk.world.quirks }));
  app.patch('/', async (c) => {
    const sent = await sentJson(c);
    return c.json(put({ ...desk.world.quirks, ...ordered(() => chosenQuirks(sent)) }));
  });
  app.put('/', async (c) => {
    const sent = await sentJson(c);
    return c.json(put({ ...standardQuirks(desk.world.form), ...ordered(() => chosenQuirks(sent)) }));
  });
  app.delete('/', (c) => c.json(put(standardQuirks(desk.world.form))));
  return app;
}
