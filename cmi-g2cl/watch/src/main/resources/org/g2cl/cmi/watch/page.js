'use strict';

// Asks its own node for /group once a second. That node asks the others through the group, so the
// page needs no way to them, and stays right when any of them dies.

const PERIOD = 1000;
const PATIENCE = 4000;
const KEPT = 120;
const FORGET = 10 * 60 * 1000;
const SVG = 'http://www.w3.org/2000/svg';

const nodes = new Map(); // by location: everything that was ever seen, for a while
const history = []; // {at, calls, takeOvers, view}
const names = new Map(); // by location, also of those that are gone
let silentSince = null;
let lastViews = '';

const element = id => document.getElementById(id);
const time = at => new Date(at).toLocaleTimeString([], {hour12: false});

function show(id, value, mark) {
  const field = element(id);
  field.textContent = value;
  field.className = mark || '';
}

function number(value) {
  return Math.round(value).toLocaleString('en').replace(/,/g, '\u2009');
}

async function ask() {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), PATIENCE);
  try {
    const answer = await fetch('/group', {signal: end.signal, cache: 'no-store'});
    if (!answer.ok) {
      throw new Error(answer.status);
    }
    return await answer.json();
  } finally {
    clearTimeout(timer);
  }
}

/** Growth per second of a counter between two answers of one node, by that node's clock. */
function rate(before, now, figure) {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  const grown = before ? now.figures[figure] - before.figures[figure] : 0;
  return seconds > 0 && grown >= 0 ? grown / seconds : null;
}

function take(group) {
  const seen = Date.now();
  for (const now of group.nodes) {
    const before = nodes.get(now.location);
    if (before && before.at === now.at) {
      before.seen = seen;
      continue;
    }
    now.seen = seen;
    now.callRate = rate(before, now, 'Calls');
    now.takeOverRate = rate(before, now, 'TakeOvers');
    nodes.set(now.location, now);
    names.set(now.location, now.name);
  }
  const self = nodes.get(group.self);
  const answered = new Set(group.nodes.map(node => node.location));
  for (const [location, node] of nodes) {
    node.answers = answered.has(location);
    node.member = self.members.includes(location);
    if (node.answers) {
      node.goneSince = null;
    } else if (!node.goneSince) {
      node.goneSince = seen;
    }
    if (node.goneSince && seen - node.goneSince > FORGET) {
      nodes.delete(location);
    }
  }
  for (const location of self.members) {
    if (!nodes.has(location)) {
      nodes.set(location, {location, name: location, member: true, answers: false, goneSince: seen, figures: {}});
    }
  }
  return self;
}

function sum(list, figure) {
  return list.reduce((total, node) => total + (node.figures[figure] || 0), 0);
}

function totals(group, self) {
  const living = [...nodes.values()].filter(node => node.answers);
  const views = new Set(living.map(node => node.view)).size;
  const missing = sum(living, 'CopiesMissing');
  const calls = living.reduce((total, node) => total + (node.callRate || 0), 0);
  const takeOvers = living.reduce((total, node) => total + (node.takeOverRate || 0), 0);
  show('group', group.group);
  show('engine', 'engine ' + group.engine);
  show('self', self.name);
  show('clock', time(self.at));
  show('members', self.members.length);
  show('views', views === 1 ? 'one' : views, views === 1 ? '' : 'bad');
  show('sessions', number(sum(living, 'SessionsOwned')));
  show('missing', number(missing), missing ? 'warn' : '');
  show('call-rate', number(calls));
  show('take-over-rate', number(takeOvers), takeOvers ? 'warn' : '');
  show('take-overs', number(sum(living, 'TakeOvers')));
  document.title = group.group + ': ' + self.members.length + ' members';
  const key = living.map(node => node.view).sort().join();
  history.push({at: Date.now(), calls, takeOvers, view: lastViews !== '' && key !== lastViews});
  lastViews = key;
  if (history.length > KEPT) {
    history.shift();
  }
}

function state(node, self) {
  if (!node.answers) {
    return node.member ? 'does not answer' : 'gone since ' + time(node.goneSince);
  }
  if (node.lifeCycle !== 'READY') {
    return node.lifeCycle.toLowerCase();
  }
  return node.location === self.coordinator ? 'ready, coordinator' : 'ready';
}

function cell(row, text, kind) {
  const field = row.insertCell();
  field.textContent = text;
  field.className = kind || 'n';
}

function head(row, node, self) {
  const field = document.createElement('th');
  field.scope = 'row';
  if (node.page && node.location !== self.location) {
    const link = document.createElement('a');
    link.textContent = node.name;
    link.href = /^https?:/.test(node.page) ? node.page : '#';
    field.append(link);
  } else {
    field.textContent = node.name;
  }
  row.append(field);
}

function table(self) {
  const body = element('nodes');
  const rows = document.createDocumentFragment();
  const order = [...nodes.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', {numeric: true}));
  for (const node of order) {
    const figures = node.figures;
    const row = document.createElement('tr');
    row.dataset.location = node.location;
    row.className = (node.answers ? '' : 'gone ') + (node.location === self.location ? 'self' : '');
    head(row, node, self);
    cell(row, node.location, 'place');
    cell(row, state(node, self), 'state' + (node.answers && node.lifeCycle === 'READY' ? ' good' : ' bad'));
    if (node.answers) {
      cell(row, figures.GroupSize, 'n' + (figures.GroupSize === self.members.length ? '' : ' bad'));
      cell(row, number(figures.SessionsOwned));
      cell(row, number(figures.CopiesHeld));
      cell(row, number(figures.CopiesMissing), figures.CopiesMissing ? 'n warn' : 'n');
      cell(row, node.callRate === null ? '–' : number(node.callRate));
      cell(row, number(figures.Calls));
      cell(row, number(figures.TakeOvers));
      cell(row, number(figures.Replays));
      cell(row, number(figures.Refused));
      cell(row, number(figures.Stalls));
      cell(row, (figures.ReplicatedBytes / 1e6).toFixed(1));
    } else {
      for (let i = 0; i < 11; i++) {
        cell(row, '');
      }
    }
    rows.append(row);
  }
  body.replaceChildren(rows);
}

function named(text) {
  let result = text;
  for (const [location, name] of names) {
    result = result.split(location).join(name);
  }
  return result;
}

function events(list) {
  element('events').replaceChildren(...list.map(event => {
    const item = document.createElement('li');
    const at = document.createElement('time');
    at.dateTime = new Date(event.at).toISOString();
    at.textContent = time(event.at);
    const who = event.who.length === 1 ? event.who[0] + ' ' : event.who.length + ' nodes: each ';
    item.className = event.kind;
    item.append(at, who + named(event.what));
    return item;
  }));
}

function line(kind, x1, y1, x2, y2) {
  const made = document.createElementNS(SVG, 'line');
  made.setAttribute('class', kind);
  Object.entries({x1, y1, x2, y2}).forEach(([name, value]) => made.setAttribute(name, value));
  return made;
}

function label(text, x, y) {
  const made = document.createElementNS(SVG, 'text');
  made.setAttribute('x', x);
  made.setAttribute('y', y);
  made.textContent = text;
  return made;
}

function chart() {
  const [left, right, top, bottom] = [44, 1172, 12, 122];
  const most = Math.max(10, ...history.map(point => point.calls));
  const now = Date.now();
  const x = at => right - (now - at) / (KEPT * PERIOD) * (right - left);
  const y = calls => bottom - calls / most * (bottom - top);
  const parts = [line('axis', left, bottom, right, bottom), line('axis', left, top, left, bottom)];
  parts.push(label(number(most) + '/s', 2, top + 6), label('0', 34, bottom + 4));
  parts.push(label('2 min ago', left, bottom + 15), label('now', right - 22, bottom + 15));
  for (const point of history) {
    if (x(point.at) < left) {
      continue;
    }
    if (point.view) {
      parts.push(line('view', x(point.at), top, x(point.at), bottom));
    }
    if (point.takeOvers > 0) {
      parts.push(line('take-overs', x(point.at), bottom - 10, x(point.at), bottom));
    }
  }
  const path = document.createElementNS(SVG, 'polyline');
  path.setAttribute('class', 'calls');
  path.setAttribute('points', history.filter(point => x(point.at) >= left)
      .map(point => x(point.at).toFixed(1) + ',' + y(point.calls).toFixed(1)).join(' '));
  parts.push(path);
  element('chart').replaceChildren(...parts);
}

/**
 * Nodes with a page of their own: those that answered last, or all, the last seen first, when none
 * did, as where this one has left its group before it ended.
 */
function others() {
  const known = [...nodes.values()].filter(node => /^https?:/.test(node.page || '')
      && new URL(node.page).origin !== location.origin);
  const living = known.filter(node => node.answers);
  return living.length ? living : known.sort((one, other) => other.seen - one.seen);
}

function alarm() {
  const field = element('alarm');
  field.hidden = silentSince === null;
  if (silentSince === null) {
    field.replaceChildren();
    return;
  }
  const links = others().map(node => {
    const link = document.createElement('a');
    link.href = node.page;
    link.textContent = node.name;
    return link;
  });
  field.replaceChildren('This node does not answer since ' + time(silentSince)
      + '; what stands below is from before.' + (links.length ? ' Other pages:' : ''), ...links);
}

async function step() {
  try {
    const group = await ask();
    silentSince = null;
    const self = take(group);
    totals(group, self);
    table(self);
    events(group.events);
  } catch (failure) {
    silentSince = silentSince || Date.now();
  }
  alarm();
  chart();
  setTimeout(step, PERIOD);
}

step();
