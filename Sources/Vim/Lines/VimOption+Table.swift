import TextEngine

extension VimOption {
  /// The options that have a meaning here, by name.
  static let all: [VimOption] = [
    .init("autoindent", "ai", .flag(\.autoIndent)),
    .init("clipboard", "cb", .words(\.clipboard) { ["unnamed", "unnamedplus"].contains($0) }),
    .init(
      "colorcolumn", "cc", .words(\.guideWords) { Int($0) != nil },
      setting: "column-guide"),
    .init("expandtab", "et", .flag(\.expandsTabs)),
    .init("gdefault", "gd", .flag(\.search.globalSubstitute)),
    .init("hlsearch", "hls", .flag(\.search.marksMatches)),
    .init("ignorecase", "ic", .flag(\.search.ignoresCase)),
    .init("incsearch", "is", .flag(\.search.searchesWhileTyping)),
    .init("joinspaces", "js", .flag(\.joinsWithTwoBlanks)),
    .init("linebreak", "lbr", .fixed),
    .init("list", "", .flag(\.screen.showsBlanks), setting: "show-blanks"),
    .init(
      "nrformats", "nf", .words(\.numberFormatWords) { VimNumberFormat(rawValue: $0) != nil }),
    .init("number", "nu", .flag(\.screen.showsNumbers), setting: "line-numbers"),
    .init("relativenumber", "rnu", .flag(\.screen.showsDistances), setting: ""),
    .init("scrolloff", "so", .number(\.screen.rowsAround, 0...99_999), setting: ""),
    .init("shiftround", "sr", .flag(\.shiftRound)),
    .init("shiftwidth", "sw", .number(\.shiftWidth, 0...9_999)),
    .init("shortmess", "shm", .letters(\.messages.short)),
    .init("smartcase", "scs", .flag(\.search.smartCase)),
    .init("softtabstop", "sts", .number(\.softTabStop, -9_999...9_999)),
    .init("spell", "", .flag(\.screen.spells), setting: "spelling"),
    .init("startofline", "sol", .flag(\.startsOfLine)),
    .init("tabstop", "ts", .number(\.tabStop, 1...9_999)),
    .init("textwidth", "tw", .number(\.textWidth, 0...9_999)),
    .init("tildeop", "top", .flag(\.tildeIsOperator)),
    .init("timeout", "to", .flag(\.waiting.isLimited)),
    .init("timeoutlen", "tm", .number(\.waiting.milliseconds, 0...3_600_000)),
    .init("virtualedit", "ve", .words(\.virtualEditWords) { $0 == "block" }),
    .init(
      "whichwrap", "ww",
      .words(\.wrappingWords) { $0.count == 1 && "bshl<>[]~".contains($0) }),
    .init("splitbelow", "sb", .flag(\.windows.openBelow)),
    .init("splitright", "spr", .flag(\.windows.openRight)),
    .init("wrap", "", .flag(\.screen.wraps), setting: "wrap"),
    .init("wrapscan", "ws", .flag(\.search.wrapsSearch)),
  ]

  /// Options that people have in their lines, and nothing here depends on.
  static let inert: [VimOption] = inertNames.split(separator: "\n").flatMap { line in
    line.split(separator: " ").map { word in
      let names = word.split(separator: "/").map(String.init)
      return VimOption(names[0], names.count > 1 ? names[1] : "", .inert)
    }
  }

  /// With their short names behind a slash.
  private static let inertNames = """
    autochdir/acd autoread/ar autowrite/aw autowriteall/awa background/bg backspace/bs backup/bk
    backupcopy/bkc backupdir/bdir belloff/bo breakindent/bri cindent/cin cmdheight/ch comments/com
    compatible/cp complete/cpt completeopt/cot conceallevel/cole confirm/cf copyindent/ci
    cpoptions/cpo cursorcolumn/cuc cursorline/cul directory/dir display/dy encoding/enc
    equalalways/ea errorbells/eb esckeys/ek exrc/ex fileencoding/fenc fileencodings/fencs
    fileformat/ff fileformats/ffs filetype/ft fillchars/fcs foldcolumn/fdc foldenable/fen
    foldlevel/fdl foldlevelstart/fdls foldmethod/fdm formatoptions/fo guicursor/gcr guifont/gfn
    guioptions/go helplang/hlg hidden/hid history/hi infercase/inf iskeyword/isk laststatus/ls
    lazyredraw/lz linespace/lsp listchars/lcs magic matchpairs/mps matchtime/mat modeline/ml
    modelines/mls modifiable/ma more mouse mousehide/mh numberwidth/nuw omnifunc/ofu paste
    pastetoggle/pt path/pa pumheight/ph readonly/ro report ruler/ru runtimepath/rtp scroll/scr
    scrolljump/sj secure selection/sel selectmode/slm sessionoptions/ssop shell/sh showbreak/sbr
    showcmd/sc showfulltag/sft showmatch/sm showmode/smd showtabline/stal sidescroll/ss
    sidescrolloff/siso signcolumn/scl smartindent/si smarttab/sta spellfile/spf spelllang/spl
    spellsuggest/sps  statusline/stl swapfile/swf synmaxcol/smc
    syntax/syn tags/tag term termencoding/tenc termguicolors/tgc title ttimeout ttimeoutlen/ttm
    ttyfast/tf ttymouse/ttym undodir/udir undofile/udf undolevels/ul updatecount/uc updatetime/ut
    viminfo/vi visualbell/vb warn wildcharm/wcm wildignore/wig wildignorecase/wic wildmenu/wmnu
    wildmode/wim wildoptions/wop wrapmargin/wm write writebackup/wb
    """
}
