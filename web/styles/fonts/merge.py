"""Puts the glyphs of more.ttf into latin.ttf, both instances of one variable font; only the kerning of latin.ttf stays."""

from fontTools.ttLib import TTFont

font, more = TTFont("latin.ttf"), TTFont("more.ttf")
taken = set(font.getGlyphOrder())
added = [name for name in more.getGlyphOrder() if name != ".notdef"]
new_name = {name: f"{name}.more" if name in taken else name for name in added}
font.setGlyphOrder(font.getGlyphOrder() + list(new_name.values()))
for name in added:
    glyph = more["glyf"][name]
    if glyph.isComposite():
        for part in glyph.components:
            part.glyphName = new_name[part.glyphName]
    font["glyf"][new_name[name]] = glyph
    font["hmtx"][new_name[name]] = more["hmtx"][name]
    font["gvar"].variations[new_name[name]] = more["gvar"].variations.get(name, [])
for table in font["cmap"].tables:
    for code, name in more.getBestCmap().items():
        table.cmap.setdefault(code, new_name[name])
# It has no room for the new glyphs; widths vary by gvar as well.
del font["HVAR"]
font.save("archivo.ttf")
