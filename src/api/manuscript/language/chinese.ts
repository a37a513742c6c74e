/** Pairs of frequent characters: simplified, then traditional. */
const PAIRS =
  '个個们們这這来來时時国國说說会會为為对對没沒还還过過发發后後里裡头頭见見开開关關门門问問间間听聽声聲话話语語书書长長东東车車马馬鸟鳥鱼魚风風飞飛钱錢银銀铁鐵认認识識让讓谁誰请請谢謝读讀写寫点點热熱爱愛战戰战戰师師' +
  '将將军軍剑劍气氣龙龍凤鳳灵靈随隨难難觉覺视視亲親进進远遠边邊连連运運选選应應当當总總经經给給红紅绿綠结結绝絕继繼续續线線细細终終罗羅义義习習乐樂东東严嚴丧喪乡鄉买買卖賣乱亂争爭产產从從仅僅伤傷传傳伟偉' +
  '体體余餘儿兒几幾击擊则則刚剛创創别別剩剩动動劳勞势勢区區医醫华華单單卫衛却卻厅廳历歷压壓厉厲双雙变變叶葉号號吓嚇吗嗎员員响響园園围圍图圖圆圓块塊坏壞备備处處复復够夠夺奪奋奮奖獎妇婦妈媽孙孫学學宁寧宝寶实實审審宽寬寻尋导導尘塵尝嘗层層岁歲岛島帅帥帐帳带帶帮幫庄莊庆慶库庫废廢张張弹彈强強归歸录錄忆憶怀懷态態怜憐恋戀恶惡恼惱悬懸惊驚惧懼惯慣愤憤愿願戏戲户戶执執扫掃扬揚扰擾抢搶护護报報担擔拥擁择擇挥揮挡擋据據损損换換摆擺数數斗鬥断斷无無旧舊显顯晓曉暂暫术術机機杀殺杂雜权權条條极極构構枪槍柜櫃树樹样樣桥橋梦夢检檢楼樓欢歡步步残殘毁毀毕畢汉漢汤湯沟溝泪淚洁潔浅淺浓濃济濟润潤涨漲渐漸温溫湿濕满滿灭滅灯燈炼煉烂爛烦煩烧燒牵牽状狀独獨狱獄猎獵献獻环環现現画畫畅暢疗療疯瘋皱皺盖蓋盘盤睁睜础礎确確离離种種积積称稱稳穩穷窮窃竊竞競笔筆签簽简簡类類紧緊纯純纸紙纷紛练練组組绕繞统統维維缓緩缘緣罚罰职職联聯聪聰肃肅肠腸脑腦脚腳脱脫脸臉舰艦艺藝节節苍蒼苏蘇荡蕩药藥获獲莹瑩虑慮虽雖蛮蠻补補装裝观觀规規触觸计計订訂讨討训訓议議讯訊记記许許论論设設访訪证證评評诉訴词詞试試诗詩诚誠诡詭该該详詳误誤诱誘课課谈談谋謀负負财財责責败敗货貨质質贵貴费費赏賞赢贏赶趕跃躍轻輕转轉轮輪软軟较較输輸辈輩达達迁遷违違迟遲适適递遞邻鄰释釋针針钟鐘锁鎖错錯镇鎮镜鏡闪閃闭閉闯闖闲閒闷悶闹鬧阁閣阳陽阴陰阵陣阶階际際险險隐隱雾霧静靜顶頂项項须須顾顧顿頓颗顆题題颜顏额額饭飯饮飲馆館驻駐骂罵骑騎骗騙骨骨鬼鬼魂魂鲜鮮鸡雞麦麥黄黃齐齊齿齒';

const simplified = new Set<string>();
const traditional = new Set<string>();
for (let at = 0; at < PAIRS.length; at += 2) {
  const [one = '', other = ''] = [PAIRS[at], PAIRS[at + 1]];
  if (one === other) continue;
  simplified.add(one);
  traditional.add(other);
}

/** Returns "zh" for a text in simplified characters, "zh-Hant" for one in traditional ones. */
export function chineseOf(text: string): 'zh' | 'zh-Hant' {
  let balance = 0;
  for (const character of text) balance += traditional.has(character) ? 1 : simplified.has(character) ? -1 : 0;
  return balance > 0 ? 'zh-Hant' : 'zh';
}
