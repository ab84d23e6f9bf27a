# SPDX-License-Identifier: MIT
"""Charts of the studies in this folder, as SVG."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666")


def lines(path, title, x_label, y_label, series, ticks, marks):
    """Lines through the points (x, y) of each series, by its name; numbers at `marks` below and
    `ticks` on the left, which are what is drawn at least."""
    width, height, left, top, floor = 420, 250, 60, 44, 294
    xs = [x for points in series.values() for x, _ in points] + list(marks)
    ys = [y for points in series.values() for _, y in points] + list(ticks)

    def at(x, y):
        return (left + width * (x - min(xs)) / (max(xs) - min(xs)),
                floor - height * (y - min(ys)) / (max(ys) - min(ys)))

    svg = ['<svg xmlns="http://www.w3.org/2000/svg" width="760" height="350" '
           'font-family="Helvetica, Arial, sans-serif" font-size="11">',
           f'<text x="{left}" y="24" font-size="14">{title}</text>']
    for tick in ticks:
        _, y = at(0, tick)
        svg.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + width}" y2="{y:.1f}" stroke="#ddd"/>'
                   f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    for mark in marks:
        x, _ = at(mark, 0)
        svg.append(f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle">{mark:g}</text>')
    svg.append(f'<text x="{left + width / 2}" y="{floor + 38}" text-anchor="middle">{x_label}</text>'
               f'<text x="16" y="{floor - height / 2}" text-anchor="middle" '
               f'transform="rotate(-90 16 {floor - height / 2})">{y_label}</text>')
    for k, (name, points) in enumerate(series.items()):
        line = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in points)
        y = top + 16 + 18 * k
        svg.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[k]}" stroke-width="2"/>'
                   f'<line x1="{left + width + 20}" y1="{y}" x2="{left + width + 40}" y2="{y}" '
                   f'stroke="{COLOURS[k]}" stroke-width="2"/>'
                   f'<text x="{left + width + 46}" y="{y + 4}">{name}</text>')
    path.write_text("\n".join(svg) + "\n</svg>\n")
