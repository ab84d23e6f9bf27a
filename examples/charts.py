# SPDX-License-Identifier: MIT
"""Charts of the studies in this folder, as SVG."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666")


class Frame:
    """A rectangle of `width` × `height` at (left, top) on which numbers have places: those of `ticks` and
    `marks` are drawn on the left and below, and are in it at least, with those of `xs` and `ys`. `marks`
    may be a dictionary of words by number."""

    def __init__(self, left, top, width, height, xs, ys, ticks, marks):
        self.left, self.top, self.width, self.height = left, top, width, height
        self.floor = top + height
        self.xs, self.ys = [*xs, *marks], [*ys, *ticks]
        self.ticks = ticks
        self.marks = marks if isinstance(marks, dict) else {m: f"{m:g}" for m in marks}

    def at(self, x, y):
        low, lowest = min(self.xs), min(self.ys)
        return (self.left + self.width * (x - low) / (max(self.xs) - low),
                self.floor - self.height * (y - lowest) / (max(self.ys) - lowest))

    def grid(self, x_label, y_label):
        parts = []
        for tick in self.ticks:
            _, y = self.at(0, tick)
            parts.append(f'<line x1="{self.left}" y1="{y:.1f}" x2="{self.left + self.width}" y2="{y:.1f}" '
                         f'stroke="#ddd"/><text x="{self.left - 8}" y="{y + 4:.1f}" '
                         f'text-anchor="end">{tick:g}</text>')
        for mark, word in self.marks.items():
            x, _ = self.at(mark, 0)
            parts.append(f'<text x="{x:.1f}" y="{self.floor + 18}" text-anchor="middle">{word}</text>')
        aside, middle = self.left - 44, self.floor - self.height / 2
        return parts + [
            f'<text x="{self.left + self.width / 2}" y="{self.floor + 38}" text-anchor="middle">{x_label}'
            f'</text><text x="{aside}" y="{middle}" text-anchor="middle" '
            f'transform="rotate(-90 {aside} {middle})">{y_label}</text>']

    def line(self, points, colour):
        path = " ".join("{:.1f},{:.1f}".format(*self.at(x, y)) for x, y in points)
        return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'

    def bar(self, x, y, wide, colour):
        middle, top = self.at(x, y)
        return (f'<rect x="{middle - wide / 2:.1f}" y="{top:.1f}" width="{wide}" '
                f'height="{self.floor - top:.1f}" fill="{colour}"/>')

    def dot(self, x, y):
        return '<circle cx="{:.1f}" cy="{:.1f}" r="4" stroke="#000" fill="#fff"/>'.format(*self.at(x, y))


def save(path, width, height, parts):
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            'font-family="Helvetica, Arial, sans-serif" font-size="11">')
    path.write_text("\n".join([head, *parts]) + "\n</svg>\n")


def lines(path, title, x_label, y_label, series, ticks, marks):
    """Lines through the points (x, y) of each series, by its name; numbers at `marks` below and
    `ticks` on the left, which are what is drawn at least."""
    points = [p for s in series.values() for p in s]
    frame = Frame(60, 44, 420, 250, [x for x, _ in points], [y for _, y in points], ticks, marks)
    parts = [f'<text x="{frame.left}" y="24" font-size="14">{title}</text>', *frame.grid(x_label, y_label)]
    aside = frame.left + frame.width + 20
    for k, (name, curve) in enumerate(series.items()):
        y = frame.top + 16 + 18 * k
        parts.append(frame.line(curve, COLOURS[k]) +
                     f'<line x1="{aside}" y1="{y}" x2="{aside + 20}" y2="{y}" stroke="{COLOURS[k]}" '
                     f'stroke-width="2"/><text x="{aside + 26}" y="{y + 4}">{name}</text>')
    save(path, 760, 350, parts)


def panels(path, title, x_label, y_label, charts, ticks, marks, bars=None):
    """Several charts of lines side by side, with the same axes: series of points by name, by the title of
    each chart. With `bars`, which has the same form, there are bars from it, and each line is dots."""
    names = list(next(iter(charts.values())))
    every = [p for chart in (*charts.values(), *(bars or {}).values()) for s in chart.values() for p in s]
    parts = [f'<text x="60" y="20" font-size="14">{title}</text>']
    for i, (machine, series) in enumerate(charts.items()):
        frame = Frame(60 + 290 * i, 52, 210, 190, [x for x, _ in every], [y for _, y in every], ticks,
                      marks)
        parts.append(f'<text x="{frame.left}" y="42" font-size="12">{machine}</text>')
        parts += frame.grid(x_label, y_label if i == 0 else "")
        for k, name in enumerate(names):
            if bars:
                parts += [frame.bar(*p, 26, COLOURS[k]) for p in bars[machine][name]]
                parts += [frame.dot(*p) for p in series[name]]
            else:
                parts.append(frame.line(series[name], COLOURS[k]))
    for k, name in enumerate(names):
        parts.append(f'<rect x="{60 + 130 * k}" y="300" width="10" height="10" fill="{COLOURS[k]}"/>'
                     f'<text x="{76 + 130 * k}" y="309">{name}</text>')
    save(path, 290 * len(charts) + 10, 322, parts)
