// The vocabulary every picture is drawn with: small functions that return SVG text.
const round = (value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value);

function element(name, attributes, children = '') {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${round(value)}"`)
    .join('');
  return `<${name}${written}>${children}</${name}>`;
}

export const rect = (x, y, width, height, fill, more = {}) =>
  element('rect', { x, y, width, height, fill, ...more });
export const circle = (cx, cy, r, fill, more = {}) =>
  element('circle', { cx, cy, r, fill, ...more });
export const ellipse = (cx, cy, rx, ry, fill, more = {}) =>
  element('ellipse', { cx, cy, rx, ry, fill, ...more });
export const poly = (points, fill, more = {}) =>
  element('polygon', {
    points: points.map((point) => point.map(round).join(',')).join(' '),
    fill,
    ...more,
  });
export const path = (d, fill, more = {}) => element('path', { d, fill, ...more });
export const line = (d, stroke, width, more = {}) =>
  element('path', {
    d,
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
export const ring = (cx, cy, r, stroke, width, more = {}) =>
  element('circle', { cx, cy, r, fill: 'none', stroke, 'stroke-width': width, ...more });

export const group = (attributes, ...parts) =>
  element('g', attributes, parts.flat(Infinity).join(''));
export const move = (x, y, ...parts) =>
  group({ transform: `translate(${round(x)} ${round(y)})` }, parts);
export const turn = (degrees, x, y, ...parts) =>
  group({ transform: `rotate(${round(degrees)} ${round(x)} ${round(y)})` }, parts);
export const scale = (sx, sy, ...parts) => group({ transform: `scale(${sx} ${sy})` }, parts);

/** Overprint: the inks below show through, as on a two-drum press. */
export const over = (...parts) => group({ style: 'mix-blend-mode:multiply' }, parts);

/** Shows the parts only inside the outline. Ids must be unique in one picture. */
export const inside = (id, outline, ...parts) =>
  element('clipPath', { id }, outline) + group({ 'clip-path': `url(#${id})` }, parts);

/** A smooth line through the points. */
export function curve(points) {
  const at = (index) => points[Math.max(0, Math.min(points.length - 1, index))];
  let d = `M${points[0].map(round).join(' ')}`;
  for (let i = 0; i < points.length - 1; i += 1) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const control = [
      p1[0] + (p2[0] - p0[0]) / 6,
      p1[1] + (p2[1] - p0[1]) / 6,
      p2[0] - (p3[0] - p1[0]) / 6,
      p2[1] - (p3[1] - p1[1]) / 6,
      p2[0],
      p2[1],
    ];
    d += `C${control.map(round).join(' ')}`;
  }
  return d;
}

/** Ground with a smooth upper edge, filled down to `bottom`. */
export function land(points, fill, bottom = 820, more = {}) {
  const last = points[points.length - 1];
  return path(`${curve(points)}L${last[0]} ${bottom}L${points[0][0]} ${bottom}Z`, fill, more);
}

export function leaf(x, y, length, width, degrees, fill) {
  const d = `M0 0C${length * 0.25} ${-width} ${length * 0.75} ${-width} ${length} 0C${length * 0.75} ${width * 0.7} ${length * 0.25} ${width * 0.7} 0 0Z`;
  return group(
    { transform: `translate(${round(x)} ${round(y)}) rotate(${round(degrees)})` },
    path(d, fill),
  );
}

/** A stem with paired leaves, growing upward from its foot and leaning by `degrees`. */
export function sprig(x, y, height, fill, degrees = 0, pairs = 4, size = 1) {
  const parts = [line(`M0 0L0 ${-height}`, fill, 5 * size)];
  for (let i = 1; i <= pairs; i += 1) {
    const at = (-height * i) / (pairs + 0.3);
    const length = (74 - i * 6) * size;
    parts.push(
      leaf(0, at, length, 20 * size, -38, fill),
      leaf(0, at, length, 20 * size, -142, fill),
    );
  }
  parts.push(leaf(0, -height, 60 * size, 17 * size, -90, fill));
  return group({ transform: `translate(${round(x)} ${round(y)}) rotate(${degrees})` }, parts);
}

export const cloud = (x, y, size, fill) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size})` },
    path(
      'M-110 30A34 34 0 0 1 -90 -34A58 58 0 0 1 20 -56A44 44 0 0 1 92 -26A30 30 0 0 1 110 30Z',
      fill,
    ),
  );

/** Ink dots that thin out in one direction: the illustrator's soft shadow. */
export function stipple(random, { x, y, width, height, count, fill, from = 'bottom', size = 2 }) {
  let dots = '';
  for (let i = 0; i < count; i += 1) {
    const near = random.next() ** 2;
    const along = random.next();
    const px = from === 'left' ? near : from === 'right' ? 1 - near : along;
    const py = from === 'top' ? near : from === 'bottom' ? 1 - near : along;
    dots += circle(x + px * width, y + py * height, size * random.between(0.6, 1.25), fill);
  }
  return dots;
}

function star(x, y, r, fill) {
  const k = r * 0.22;
  return path(
    `M${x} ${y - r}L${x + k} ${y - k}L${x + r} ${y}L${x + k} ${y + k}L${x} ${y + r}L${x - k} ${y + k}L${x - r} ${y}L${x - k} ${y - k}Z`,
    fill,
  );
}

/** A scatter of small stars and dots, for night skies. */
export const night = (random, count, width, height, fill) =>
  Array.from({ length: count }, () => {
    const [x, y] = [random.between(0, width), random.between(0, height)];
    return random.chance(0.18)
      ? star(x, y, random.between(7, 12), fill)
      : circle(x, y, random.between(1.4, 3), fill);
  }).join('');
