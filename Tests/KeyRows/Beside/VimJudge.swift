import Bytes
package import TestSupport

/// The vim that is installed: each row in a process of its own, so that nothing is left for the next.
package struct VimJudge: KeyJudge {
  package static let whereToGet =
    "vim with +eval is missing (vim-tiny has none): apt-get install vim"

  private let program: String
  private let folder = TemporaryFolder()

  package init() throws(JudgeFailure) {
    let folder = folder
    let program = JudgeProcess.find(["vim", "vim.basic", "vim.nox"]) { path in
      let version = try? JudgeProcess(
        [path, "--version"], in: folder.path, seconds: 10, output: folder.path("version"))
      return version?.wait() == 0 && folder.text("version")?.contains("+eval") == true
    }
    guard let program else { throw JudgeFailure(Self.whereToGet) }
    self.program = program
    folder.write("judge.vim", Self.script)
  }

  package var shares: [(category: String, rows: Int)] { VimGrammar.shares }

  package func question(
    _ category: String, number: Int, using random: inout SeededRandom
  ) -> VimRow {
    var text = KeyTexts.one(using: &random)
    if let texts = VimGrammar.texts[category], Bool.random(using: &random) {
      text = texts.randomElement(using: &random) ?? text
    }
    let names = KeyTexts.names(in: text, using: &random)
    return VimRow(
      id: "\(category)-\(number)", category: category, text: text,
      cursor: KeyTexts.cursor(in: text, reachesEnd: false, using: &random),
      keys: VimGrammar.grammar.keys(category, given: names, using: &random))
  }

  package func judge(_ rows: [VimRow]) throws(JudgeFailure) -> [VimRow?] {
    var answers: [VimRow?] = []
    // Some rows wait a second, in which vim lets a person read an error.
    for start in stride(from: 0, to: rows.count, by: 8) {
      let lot = rows[start..<min(rows.count, start + 8)]
      var started: [JudgeProcess] = []
      for (index, row) in lot.enumerated() { started.append(try ask(row, in: "row\(index)")) }
      for process in started { process.wait() }
      answers += lot.enumerated().map { index, row in answer(to: row, in: "row\(index)") }
    }
    return answers
  }

  private func ask(_ row: VimRow, in name: String) throws(JudgeFailure) -> JudgeProcess {
    folder.write("\(name)/note", row.text.isEmpty ? "" : row.text + "\n")
    folder.write(
      "\(name)/ask.vim",
      """
      let g:keys = \(KeyTokens.vimString(of: row.keys))
      call cursor(\(row.cursor[0]), \(row.cursor[1] + 1))

      """)
    folder.remove("\(name)/answer")
    return try JudgeProcess(
      [
        program, "-u", "NONE", "-i", "NONE", "-N", "-n", "-X", "--not-a-term", "-T", "dumb",
        "-S", folder.path("judge.vim"),
      ], in: folder.path(name), seconds: 6)
  }

  /// Nothing for keys that vim waits in the middle of: it says less of itself there.
  private func answer(to row: VimRow, in name: String) -> VimRow? {
    guard let value = folder.read("\(name)/answer").flatMap({ JSONReader.value(of: $0) }),
      let outcome = VimRow.Outcome(value), Self.modes.contains(outcome.mode)
    else { return nil }
    return row.judged(outcome)
  }

  private static let modes: Set<String> = [
    "n", "i", "R", "Rv", "v", "V", "\u{16}", "niI", "niR",
  ]

  package func isIdle(_ row: VimRow) -> Bool {
    guard let wanted = row.wanted else { return true }
    return wanted.after == row.text && wanted.at == row.cursor && wanted.mode == "n"
      && Set(wanted.registers.keys).isSubset(of: [":", "/", "."])
  }

  /// The options are those of `VimOptions`. Keys are fed as typed ones: else one motion that fails
  /// throws the rest away. The picture is taken by a key that is mapped in every mode; a key that does
  /// nothing comes before it, because vim says that an operator waits until the command after one that
  /// failed. With an `InsertCharPre` the letters that wait are put in one by one, as they are typed.
  private static let script = #"""
    set nomore nomodeline lines=60 columns=200 report=9999 shortmess=aoOtTIcF cmdheight=8
    set backspace=indent,eol,start startofline autoindent tabstop=4 shiftwidth=4 expandtab
    set formatoptions=tcq comments= nrformats=bin,hex nojoinspaces nofoldenable nottimeout
    exe 'silent edit' $FOLDER . '/note'
    exe 'source' $FOLDER . '/ask.vim'

    func Answer()
      let answer = {'after': join(getline(1, '$'), "\n"), 'at': [line('.'), col('.') - 1]}
      let answer.mode = mode(1)
      if answer.mode =~# "^[vV\<C-v>]"
        let answer.anchor = [line('v'), col('v') - 1]
      endif
      let answer.registers = {}
      for name in split('"-.:/0123456789abcdefghijklmnopqrstuvwxyz', '\zs')
        if !empty(getreg(name, 1, 1))
          let answer.registers[name] = [join(getreg(name, 1, 1), "\n"), getregtype(name)]
        endif
      endfor
      call writefile([json_encode(answer)], $FOLDER . '/answer')
      return ''
    endfunc
    autocmd InsertCharPre * let g:typed = 1
    noremap <F11> <Ignore>
    noremap! <F11> <Ignore>
    noremap <expr> <F12> Answer()
    noremap! <expr> <F12> Answer()
    call feedkeys(g:keys . "\<F11>\<F12>", 'tx')
    qall!
    """#
}
