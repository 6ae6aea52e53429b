import Glibc
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Completions in real shells")
  struct ShellCompletionTests {
    private let home = ProgramHome([
      "Plan B.md": "# Plan\n- [ ] call\n#work\n", "Über $x.md": "x\n", "work/c.md": "x\n",
    ])

    /// A shell's completion of a line at Tab, through bash's and fish's own interfaces.
    private func run(_ shell: String, _ script: String) throws -> [String] {
      home.folder.makeFolder("bin")
      home.folder.makeFolder("here/sub folder")
      let binary = try ProgramHome.binary()
      if !home.folder.exists("bin/notes-tui") { home.folder.link("bin/notes-tui", to: binary) }
      home.folder.write("script", script)
      let run = try PipedCommand(
        in: home, at: "here",
        environment: [
          "PATH": "\(home.folder.path("bin")):/usr/bin:/bin", "NOTES_TUI_VAULT": home.vault,
        ], shell: "\(shell) \(home.folder.path("script"))")
      return run.lines
    }

    private func source(_ name: String) -> String {
      let root = "\(#filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined())"
      return "\(root)/Resources/completions/\(name)"
    }

    private func bash(_ line: String) throws -> [String] {
      home.folder.write("line", line)
      // Like readline: the words, the line, and the registered function.
      return try run(
        "bash --norc",
        """
        compopt() { :; }
        source '\(source("notes-tui.bash"))'
        COMP_LINE=$(cat '\(home.folder.path("line"))'; printf x); COMP_LINE=${COMP_LINE%x}
        COMP_POINT=${#COMP_LINE}
        COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
        _notes_tui
        printf '%s\\n' "${COMPREPLY[@]}"
        """)
    }

    private static let inBash: [(String, [String])] = [
      ("notes-tui show Pl", ["Plan B.md"]), ("notes-tui show \"Pl", ["Plan B.md"]),
      (#"notes-tui show Plan\ "#, ["Plan B.md"]), ("notes-tui show Ü", ["Über $x.md"]),
      ("notes-tui list --sort=t", ["title"]), ("notes-tui list --tag w", ["work"]),
      ("notes-tui config set color ", ["auto", "never"]), ("notes-tui notes://tra", ["//trash"]),
      ("notes-tui task done Plan\\ B.md ", ["2"]), ("notes-tui move Plan w", ["work"]),
    ]

    @Test("bash completes a line with the program's candidates", arguments: inBash)
    func bash(line: String, wanted: [String]) throws {
      #expect(try bash(line) == wanted)
    }

    private static func isThere(_ shell: String) -> Bool { access("/usr/bin/\(shell)", X_OK) == 0 }

    private static let inFish: [(String, [String])] = [
      ("notes-tui show Pl", ["Plan B.md"]), ("notes-tui show \"Pl", ["Plan B.md"]),
      ("notes-tui list --sort=t", ["--sort=title"]), ("notes-tui list --tag w", ["work"]),
      ("notes-tui config set color ", ["auto", "never"]),
      ("notes-tui notes://tra", ["notes://trash"]), ("notes-tui move Plan w", ["work"]),
      ("notes-tui init su", ["sub folder/"]), ("notes-tui list --rev", ["--reverse"]),
    ]

    @Test(
      "fish completes a line with the program's candidates",
      .enabled(if: isThere("fish"), "apt-get install fish"), arguments: inFish)
    func fish(line: String, wanted: [String]) throws {
      home.folder.write("line", line)
      let found = try run(
        "fish --no-config",
        """
        source '\(source("notes-tui.fish"))'
        complete -C (cat '\(home.folder.path("line"))' | string collect -N)
        """)
      #expect(found.map { String($0.prefix { $0 != "\t" }) } == wanted)
    }

    private static let inZsh: [(String, String)] = [
      ("notes-tui show Pl", #"notes-tui show Plan\ B.md "#),
      ("notes-tui show \"Pl", #"notes-tui show "Plan B.md" "#),
      ("notes-tui list --sort=t", "notes-tui list --sort=title "),
      ("notes-tui list --tag w", "notes-tui list --tag work "),
      ("notes-tui config set color n", "notes-tui config set color never "),
      ("notes-tui notes://tra", "notes-tui notes://trash "),
      ("notes-tui search tag", "notes-tui search tag:"),
      ("notes-tui init su", #"notes-tui init sub\ folder/"#),
    ]

    /// A shell on zsh's own pseudo-terminal, which prints its line after Tab.
    @Test(
      "zsh completes a line with the program's candidates",
      .enabled(if: isThere("zsh"), "apt-get install zsh"), arguments: inZsh)
    func zsh(line: String, wanted: String) throws {
      home.folder.write("line", line)
      home.folder.write(
        "home/.zshrc",
        """
        PS1=; unsetopt prompt_cr zle_bracketed_paste; unset zle_bracketed_paste
        fpath=('\(source("notes-tui").split(separator: "/").dropLast().map { "/\($0)" }.joined())' $fpath)
        autoload -U compinit; compinit -u -D
        zstyle ':completion:*' menu no
        finish() { print -r -- "$BUFFER" >'\(home.folder.path("made"))'; exit 0 }
        zle -N finish
        bindkey '^I' complete-word
        bindkey '^X' finish
        """)
      _ = try run(
        "zsh -f",
        """
        zmodload zsh/zpty
        export ZDOTDIR='\(home.folder.path("home"))' TERM=dumb
        zpty shell zsh -i
        zpty -w shell 'print re''ady'
        zpty -r shell answer '*ready*'
        zpty -n -w shell "$(cat '\(home.folder.path("line"))'; printf '\\t\\030')"
        while zpty -t shell; do zpty -r shell answer; done 2>/dev/null
        zpty -d shell
        """)
      #expect(home.folder.text("made") == "\(wanted)\n")
    }

    @Test("Completion makes no vault if there is none, and asks for no passphrase")
    func makesNothing() throws {
      let fresh = ProgramHome([:])
      fresh.folder.remove("home/notes")
      let run = try PipedCommand(
        ["completions", "for", "bash", "notes-tui show "], in: fresh, at: "home",
        environment: ["NOTES_TUI_VAULT": ""])
      #expect(run.text == "words\n" && run.error.isEmpty && run.ending == .exit(0))
      #expect(!fresh.folder.exists("home/notes"))
    }
  }
}
