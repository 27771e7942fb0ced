"""Makes the bundled fonts from Debian's fonts-inter and fonts-ebgaramond (needs fonttools), and one of our own that has a
box for every letter, for emoji that no other font has.

The two of Debian are under the SIL Open Font License, which lets them be changed and asks for another name then. What is changed:
only the letters of the Latin script are kept, and figures are tabular (sans) or lining (serif) without a font feature,
because Slint has no property to ask for one.
"""
import sys
from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

SOURCES = "/usr/share/fonts/opentype"
RANGES = [(0x20, 0x24F), (0x2B0, 0x36F), (0x1E00, 0x1EFF), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2190, 0x2199),
          (0x2200, 0x2265), (0x25A0, 0x25FF), (0x2713, 0x2717)]


def bake(source, target, family, weight, feature):
    font = TTFont(f"{SOURCES}/{source}")
    gsub = font["GSUB"].table
    swap = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == feature:
            for index in record.Feature.LookupListIndex:
                for table in gsub.LookupList.Lookup[index].SubTable:
                    table = getattr(table, "ExtSubTable", table)
                    swap.update(getattr(table, "mapping", {}))
    for table in font["cmap"].tables:
        if table.isUnicode():
            for code, glyph in list(table.cmap.items()):
                if chr(code) in "0123456789+-\u2212.,:%" and glyph in swap:
                    table.cmap[code] = swap[glyph]
    options = subset.Options(layout_features=["kern", "ccmp", "mark", "mkmk", "locl"], hinting=False, name_IDs=["*"],
                             notdef_outline=True)
    worker = subset.Subsetter(options)
    worker.populate(unicodes=[c for a, b in RANGES for c in range(a, b + 1)])
    worker.subset(font)
    for record in list(font["name"].names):
        if record.nameID in (1, 16):
            font["name"].setName(family, record.nameID, record.platformID, record.platEncID, record.langID)
        elif record.nameID in (2, 17):
            font["name"].setName(weight, record.nameID, record.platformID, record.platEncID, record.langID)
        elif record.nameID in (3, 4, 6, 21, 22, 25):
            font["name"].setName(f"{family} {weight}".replace(" ", "-" if record.nameID == 6 else " "), record.nameID,
                                 record.platformID, record.platEncID, record.langID)
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [f"{family}-{weight}".replace(" ", "")]
        top = cff[0]
        top.FullName, top.FamilyName = f"{family} {weight}", family
    font.save(target)
    print(target, "swapped", len(swap), "glyphs:", len(font.getGlyphOrder()))


def boxes(target):
    units, glyphs = 1000, [".notdef", "space", "box"]
    pen = TTGlyphPen(None)
    for left, bottom, right, top in [(80, 0, 620, 700), (140, 60, 560, 640)]:
        corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
        pen.moveTo(corners[0])
        for corner in corners[1:] if left == 80 else reversed(corners[1:]):
            pen.lineTo(corner)
        pen.closePath()
    box, empty = pen.glyph(), TTGlyphPen(None).glyph()
    font = FontBuilder(units, isTTF=True)
    font.setupGlyphOrder(glyphs)
    font.setupCharacterMap({0x20: "space", 0x25A1: "box"})
    font.setupGlyf({".notdef": box, "space": empty, "box": box})
    font.setupHorizontalMetrics({".notdef": (700, 80), "space": (250, 0), "box": (700, 80)})
    font.setupHorizontalHeader(ascent=970, descent=-240)
    font.setupOS2(sTypoAscender=970, sTypoDescender=-240, usWinAscent=970, usWinDescent=240)
    font.setupNameTable({"familyName": "Tablet Boxes", "styleName": "Regular", "psName": "TabletBoxes-Regular"})
    font.setupPost()
    # Format 13 maps a whole range to one glyph, so that the font stays small.
    every = CmapSubtable.newSubtable(13)
    every.platformID, every.platEncID, every.format, every.reserved, every.length, every.language = 3, 10, 13, 0, 0, 0
    every.cmap = {code: "box" for code in range(0x21, 0x110000) if not 0xD800 <= code < 0xE000}
    font.font["cmap"].tables.append(every)
    font.save(target)
    print(target)


if __name__ == "__main__":
    bake("inter/Inter-Regular.otf", "TabletSans-Regular.otf", "Tablet Sans", "Regular", "tnum")
    bake("inter/Inter-SemiBold.otf", "TabletSans-SemiBold.otf", "Tablet Sans", "SemiBold", "tnum")
    bake("inter/Inter-Bold.otf", "TabletSans-Bold.otf", "Tablet Sans", "Bold", "tnum")
    bake("ebgaramond/EBGaramond12-Regular.otf", "TabletSerif-Regular.otf", "Tablet Serif", "Regular", "lnum")
    boxes("TabletBoxes-Regular.ttf")
